// Answers on which the strict and the legacy verdict differ: a list to be read by a person.

/** The list of a pattern, folded, with the way to each item; null where there is none. */
function verdictsApart(pattern) {
  const found = pattern.disagreements;
  if (!found) return null;
  const { count: all, listed } = found;
  const columns = [...(head.runs.length > 1 ? ["Run"] : []), "Question", "Answer", "Accepted", "Strict", "Legacy"];
  const row = (one) => make("tr", {},
    head.runs.length > 1 ? make("td", {}, isolated(one.run)) : null,
    make("td", {}, make("button", { class: "link", onclick: () => go({ pattern: pattern.name, item: one.item }) }, question(one.question))),
    [one.text, one.accepted.join("; ")].map((text) => make("td", {}, isolated(text))),
    make("td", {}, one.strict), make("td", {}, one.legacy));
  const name = "Answers on which the strict and the legacy verdict differ";
  return make("details", { id: "verdicts" },
    make("summary", {}, `${name}: ${all.toLocaleString("en")}${all > listed.length ? `, of which the first ${listed.length} are listed` : ""}`),
    scrolling(name, make("table", {},
      make("thead", {}, make("tr", {}, columns.map((column) => make("th", { scope: "col" }, column)))),
      make("tbody", {}, listed.map(row)))));
}
