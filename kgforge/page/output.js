// One sentence, in a sheet over the page: its gold triples, and what each run wrote, triple by triple.

function textParts(item) {
  return [
    make("section", { class: "fact" },
      make("h3", {}, `Gold: ${plural(item.gold.length, "triple")}`),
      item.gold.map((gold) => make("p", { class: "triple" }, ...tripleWords(gold)))),
    item.prompts.map((text, number) => [
      make("details", {}, make("summary", {}, item.prompts.length > 1 ? `The prompt, ${number + 1}` : "The prompt"), make("pre", { dir: "auto" }, text)),
      item.runs.map((outputs, run) => outputPart(outputs.find((output) => output.prompt === number), run)),
    ]),
  ];
}

function tripleWords({ subject, relation, object }) {
  return [make("b", {}, isolated(subject)), make("i", {}, isolated(relation)), make("b", {}, isolated(object))];
}

function outputPart(output, run) {
  const title = make("h3", {}, named(run));
  if (!output) return make("section", { class: "fact" }, title, make("p", { class: "none" }, "not asked"));
  if (output.error) return make("section", { class: "fact" }, title, make("p", { class: "notice" }, output.error));
  return make("section", { class: "fact" }, title,
    make("h4", {}, "Output"),
    output.text ? make("pre", { dir: "auto" }, output.text) : make("p", { class: "none" }, "nothing"),
    output.triples.length ? [make("h4", {}, "Triples parsed"), scrolling(`Triples of ${head.runs[run].name}`, judgedTable(output.triples))] : make("p", { class: "none" }, "No triple was parsed."),
    pieces("Missed gold triples", output.missed.map((gold) => [outputMark("missed"), " ", ...tripleWords(gold).flatMap((word) => [word, " "])])),
    pieces("Could not be parsed", output.unparsed.map((piece) => [outputMark("unparsed"), " ", make("code", {}, isolated(piece))])),
    pieces("Other text", output.prose.map(isolated)),
    make("h4", {}, "Metrics of this sentence"),
    scrolling(`Metrics of ${head.runs[run].name}`, make("table", {},
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Matching"), head.figures.map((metric) => make("th", { scope: "col", class: "num" }, figureName(metric))))),
      make("tbody", {}, Object.keys(output.figures).map((matching) => make("tr", {}, make("th", { scope: "row" }, matching),
        head.figures.map((metric) => make("td", { class: "num" }, share(output.figures[matching][metric])))))))));
}

function pieces(title, lines) {
  return lines.length ? [make("h4", {}, title), make("ul", { class: "accepted" }, lines.map((line) => make("li", {}, line)))] : null;
}

const SUPPORT = {
  name: "the sentence names it", value: "the sentence has its value", initials: "the sentence has its initials", parts: "the sentence has its words",
  gold: "a gold triple names it, the sentence does not", concept: "a concept of the ontology",
};

function judgedTable(triples) {
  return make("table", { class: "judged" },
    make("thead", {}, make("tr", {}, make("td", {}), ["Triple", "Subject", "Object", "Ontology"].map((name) => make("th", { scope: "col" }, name)))),
    make("tbody", {}, triples.map((written) => make("tr", {},
      make("td", {}, tripleMark(written)),
      make("th", { scope: "row" }, tripleWords(written.triple).flatMap((word) => [word, " "])),
      ["subject", "object"].map((end) => make("td", {}, SUPPORT[written[end]] ?? make("span", { class: "wrong" }, "not in the sentence"))),
      make("td", { class: "wide" }, conformance(written))))));
}

function conformance({ known, violations }) {
  if (!known) return make("span", { class: "wrong" }, "relation not in the ontology");
  if (!violations.length) return "conforms";
  return violations.map((one) => make("div", { class: "violation" }, make("span", { class: "wrong" }, one.kind), ` ${one.message}`, make("small", {}, one.axiom)));
}
