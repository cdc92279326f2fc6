// Facts about which a run is right in one wording or language and wrong in another, and how these compare.

const COMPARED = ["wording_gain", "wording_only", "fluency_pearson", "languages_agree", "rankc"];

/** What wordings or languages are called by in the slices of scores, and in a table. */
const VERSIONS = { generator: "wording", language: "language" };

/** Each wording held against each earlier one, and so each language; null where there is one alone. */
function versionsAgainst(pattern, k) {
  const found = head.scores.filter((score) => score.pattern === pattern.name && score.by.against && (score.k === k || score.k === null) && COMPARED.includes(score.metric));
  return Object.keys(VERSIONS).map((kind) => comparedBy(kind, found.filter((score) => score.by[kind])));
}

/** The comparisons of one kind, with the columns of what was measured; null where there is none. */
function comparedBy(kind, found) {
  if (!found.length) return null;
  const metrics = COMPARED.filter((metric) => found.some((score) => score.metric === metric));
  const rows = [...new Set(found.map((score) => JSON.stringify([score.run, score.by])))].map((place) => JSON.parse(place));
  const called = VERSIONS[kind];
  const name = `${called[0].toUpperCase()}${called.slice(1)}s against one another`;
  return [
    heading("h3", `against-${called}`, name),
    make("p", { class: "quiet" }, metrics.map((metric) => `${definition(metric).title}: ${definition(metric).formula}. `)),
    scrolling(name, make("table", {},
      make("thead", {}, make("tr", {}, ["This one", "Against", "Run"].map((title) => make("th", { scope: "col" }, title)), metrics.map((metric) => make("th", { scope: "col", class: "num" }, definition(metric).title)))),
      make("tbody", {}, rows.map(([run, by]) => make("tr", {}, make("th", { scope: "row" }, by[kind]), make("td", {}, by.against), make("td", {}, named(run)),
        metrics.map((metric) => cell(found.find((score) => score.run === run && score.metric === metric && JSON.stringify(score.by) === JSON.stringify(by))))))))),
  ];
}

/** The facts on which they differ, folded, with the way to each item; null where there is none. */
function versionsApart(pattern) {
  const found = pattern.apart;
  if (!found) return null;
  const { count: all, listed } = found;
  const row = (one) => one.versions.map((each, place) => make("tr", {},
    place ? null : make("th", { scope: "row", rowspan: one.versions.length }, isolated(one.run)),
    make("td", {}, each.called),
    make("td", {}, make("button", { class: "link", onclick: () => go({ pattern: each.pattern, item: each.item }) }, question(each.question))),
    make("td", {}, isolated(each.said)), make("td", {}, isolated(each.wanted)), make("td", {}, each.right ? "right" : "wrong")));
  const name = "Facts on which wordings or languages differ";
  return make("details", { id: "apart" },
    make("summary", {}, `${name}: ${all.toLocaleString("en")}${all > listed.length ? `, of which the first ${listed.length} are listed` : ""}`),
    scrolling(name, make("table", {},
      make("thead", {}, make("tr", {}, ["Run", "Wording or language", "Question", "Answer", "Right answer", ""].map((column) => make("th", { scope: "col" }, column)))),
      make("tbody", {}, listed.map(row)))));
}
