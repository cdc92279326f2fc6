// Triples that runs wrote from sentences: seven metrics, strict and legacy side by side, and kinds of error.

VIEWS.texts = {
  draw: drawWritten,
  title: (item) => isolated(item.text),
  named: (item) => isolated(item.title),
  beside: () => null,
  link: "link said",
  cell: (item, run) => outputCell(item.runs[run]),
  parts: (item) => textParts(item),
  filters: () => Object.entries(outputFilters()),
  keys: () => Object.values(OUTPUT_MARKS),
  tools: () => (head.runs.length > 1 ? runChoice() : null),
};

/** The modes in which scores were made, and that of which there is a plot. */
const MATCHINGS = head.matchings;
const FIRST = MATCHINGS[0];
const order = { place: null, down: false };
listing.run = null;

function figureName(metric) {
  return definition(metric).title;
}

function ontologies() {
  return new Set(head.tallies.map((each) => `${each.pattern} ${each.group}`)).size;
}

// ── The seven figures ───────────────────────────────────────────────────────────────────────────
/** A row for each run that was asked: of all sentences (a group of null), of the mean over ontologies, or of one. */
function figureRows(pattern, scores, group, by = {}) {
  return [...head.runs.keys()].map((run) => ({
    group, by, run,
    at: (metric, matching) => scoreOf(scores, run, pattern.name, metric, null, { ...by, matching }, group),
  })).filter((row) => row.at("f1", FIRST));
}

function wholeRows(pattern) {
  return [...figureRows(pattern, head.scores, null), ...figureRows(pattern, head.scores, null, { average: "macro" })];
}

/** The table of figures; *name* gives what leads from a row to its sentences. */
function figureTable(id, label, rows, first, name) {
  const columns = [
    { title: "Sentences", look: "slice", value: (row) => row.group, cell: (row) => [name(row), make("small", {}, head.runs.length > 1 ? named(row.run) : null, sliceSize(row))] },
    { title: "Matching", value: null, cell: () => MATCHINGS.map((matching) => make("span", { class: lineOf(matching), title: matching }, matching)) },
    ...head.figures.map((metric) => ({
      title: figureName(metric), hint: formula(metric), number: true, look: "num",
      value: (row) => row.at(metric, FIRST)?.value,
      cell: (row) => MATCHINGS.map((matching) => figureLine(row.at(metric, matching), matching)),
    })),
  ];
  return sortable(id, label, columns, rows, { first, order });
}

function figureLine(score, matching) {
  return make("span", { class: lineOf(matching), title: score?.note },
    share(score?.value), make("small", {}, score && score.low !== null ? interval(score) : ""));
}

function lineOf(matching) {
  return matching === FIRST ? "line first" : "line";
}

function sliceName(row) {
  return row.by.average ? "mean over ontologies" : row.group ?? "all sentences";
}

function sliceSize(row) {
  const { items, denominator } = row.at("f1", FIRST);
  return make("span", {}, row.by.average ? plural(denominator, "ontology", "ontologies") : plural(items, "sentence"));
}

function figuresOverview(pattern) {
  const name = (row) => (row.by.average ? sliceName(row)
    : make("button", { class: "link", onclick: () => show({ pattern: pattern.name, group: null }, "patterns-title") }, sliceName(row)));
  return [
    make("h3", {}, `${pattern.name}: triples written`),
    figureTable(`figures-${pattern.name}`, `Metrics of ${pattern.name}`, [], wholeRows(pattern), name),
    make("p", { class: "quiet" }, "Each figure is a mean over sentences with its 95 % interval. Strict compares names by all aliases, and dates and numbers by value; conformance checks every axiom of the ontology. Legacy follows the published evaluator of Text2KGBench."),
    floors(pattern),
  ];
}

/** What baselines score by the pattern's own metric. */
function floors(pattern) {
  if (!pattern.floors?.length || !head.figures.includes(pattern.metric)) return null;
  const said = pattern.floors.map((floor) => `${floor.answerer} ${share(floor.value)}`).join(", ");
  return make("p", { class: "quiet" }, `Baselines, ${figureName(pattern.metric)} strict: ${said}.`);
}

// ── A pattern ───────────────────────────────────────────────────────────────────────────────────
function drawWritten(pattern, scores, items, rest, seen) {
  const groups = [...new Set(scores.map((score) => score.group))].sort((one, other) => inOrder(one, other, false));
  const name = (row) => (row.by.average ? sliceName(row) : groupLink(sliceName(row), row.group, seen));
  drawn.charts.splice(0).forEach((each) => each.dispose());
  fill(byId("pattern"),
    heading("h3", "pattern-title", pattern.name),
    make("p", {}, pattern.description),
    outputNotes(pattern),
    floors(pattern),
    heading("h3", "groups-title", `Ontologies (${groups.length})`),
    figureTable("groups", "Metrics of each ontology", groups.flatMap((group) => figureRows(pattern, scores, group)), wholeRows(pattern), name),
    kindTable(pattern, seen),
    itemList(items, rest, seen));
}

function outputNotes(pattern) {
  const said = new Map();
  for (const [run, { name }] of head.runs.entries()) {
    say(said, scoreOf(head.scores, run, pattern.name, "f1", null, { matching: FIRST })?.notes ?? [], name);
  }
  return noted(said);
}

/** How many triples of each kind each run wrote; each number leads to the sentences. */
function kindTable(pattern, seen) {
  const sums = head.runs.map((run, number) => summed(head.tallies.filter((each) =>
    each.pattern === pattern.name && each.run === number && (!seen.group || each.group === seen.group))));
  const shown = Object.keys(head.kinds).filter((kind) => sums.some((sum) => sum.kinds[kind]));
  return [
    heading("h3", "kinds-title", `Triples written, by kind${seen.group ? `: ${seen.group}` : ""}`),
    make("p", { class: "quiet" }, "By strict matching. A triple can be of several kinds; a repeated triple counts once. A click on a number shows its sentences."),
    scrolling("Kinds of triples", make("table", { id: "kinds" },
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Kind"), sums.map((sum, run) => make("th", { scope: "col", class: "num" },
        head.runs.length > 1 ? named(run) : null, make("small", {}, `${plural(sum.triples, "triple")} of ${plural(sum.sentences, "sentence")}`))))),
      make("tbody", {}, shown.map((kind) => make("tr", {},
        make("th", { scope: "row" }, kind, make("small", {}, head.kinds[kind].what)),
        sums.map((sum, run) => kindCell(kind, sum, run))))))),
  ];
}

function summed(tallies) {
  const sum = { sentences: 0, triples: 0, gold: 0, kinds: {} };
  for (const tally of tallies) {
    for (const what of ["sentences", "triples", "gold"]) sum[what] += tally[what];
    for (const [kind, [many, sentences]] of Object.entries(tally.kinds)) {
      const before = sum.kinds[kind] ?? [0, 0];
      sum.kinds[kind] = [before[0] + many, before[1] + sentences];
    }
  }
  return sum;
}

function kindCell(kind, sum, run) {
  const [many, sentences] = sum.kinds[kind] ?? [0, 0];
  if (!many) return make("td", { class: "num none" }, "0");
  const of = head.kinds[kind].of;
  const part = of ? `${(100 * many / sum[of]).toFixed(1)} % of ${of}, ` : "";
  return make("td", { class: "num" },
    make("button", { class: "link", "aria-label": `${kind}, ${head.runs[run].name}: ${count(many)}`, onclick: () => { Object.assign(listing, { filter: kind, run, page: 0 }); drawn.detail = null; show({ item: null }, "items-title"); } }, count(many)),
    make("small", {}, `${part}in ${plural(sentences, "sentence")}`));
}

// ── Sentences ───────────────────────────────────────────────────────────────────────────────────
/** What may be shown: by any run, or by the one that is chosen. */
function outputFilters() {
  const some = (is) => (item) => item.runs.some((outputs, run) => (listing.run === null || listing.run === run) && outputs.some(is));
  const right = (output) => !output.error && output.figures.strict.f1 === 1;
  return {
    all: ["all sentences", () => true],
    full: ["exactly the gold triples", some(right)],
    part: ["some gold triples", some((output) => output.figures.strict.f1 > 0 && output.figures.strict.f1 < 1)],
    none: ["no gold triple", some((output) => output.figures.strict.f1 === 0)],
    differ: ["runs differ in F1", (item) => new Set(item.runs.map((outputs) => outputs[0]?.figures.strict.f1)).size > 1],
    ...Object.fromEntries(Object.keys(head.kinds).map((kind) => [kind, [kind, some((output) => output.kinds[kind])]])),
  };
}

function runChoice() {
  return make("label", { class: "plain" }, "by", make("select", { id: "by", onchange: (event) => { listing.run = event.target.value === "" ? null : Number(event.target.value); listing.page = 0; destination = "by"; redraw(true); } },
    make("option", { value: "" }, "any run"),
    head.runs.map((run, number) => make("option", { value: number, selected: number === listing.run, dir: "auto" }, run.name))));
}

const OUTPUT_MARKS = {
  right: ["target", "✓", "in the gold"],
  other: ["miss", "·", "not in the gold"],
  wrong: ["false", "✗", "not in the gold, and not supported by ontology or sentence"],
  odd: ["also", "✓", "in the gold, but not supported by ontology or sentence"],
  missed: ["named", "−", "missed gold triple"],
  unparsed: ["error", "?", "could not be parsed"],
  unasked: ["error", "!", "could not be asked"],
};

/** Whether a triple breaks the ontology, or names what the sentence does not. */
function unsupported(written) {
  return !written.known || !written.subject || !written.object || written.violations.length > 0;
}

function tripleMark(written) {
  const odd = unsupported(written);
  return outputMark(written.right ? (odd ? "odd" : "right") : (odd ? "wrong" : "other"), (said) => `${call(written.triple)}: ${said}`);
}

function outputMark(name, title = () => null) {
  const [kind, sign, said] = OUTPUT_MARKS[name];
  return mark(kind, sign, title(said));
}

function call({ subject, relation, object }) {
  return `${relation}(${subject}, ${object})`;
}

function outputCell(outputs) {
  if (!outputs.length) return make("td", { class: "none" }, "not asked");
  return make("td", {}, outputs.map((output) => [
    make("span", { class: "num" }, `F1 ${share(output.figures.strict.f1)} `),
    make("span", { class: "chips" }, output.error ? outputMark("unasked", () => output.error) : null,
      output.triples.map((written) => [tripleMark(written), " "]),
      output.missed.map((gold) => [outputMark("missed", () => `missed: ${call(gold)}`), " "]),
      output.unparsed.map((piece) => [outputMark("unparsed", (said) => `${said}: ${piece}`), " "])),
  ]));
}
