// Runs side by side: models by benchmarks, partial scores, and differences with the least detectable ones.

function drawSide() {
  if (!asked.length && !head.comparisons.length) return byId("models").remove();
  if (!asked.length) return;
  const names = asked.map((pattern) => make("th", { scope: "col", class: "num" }, pattern.name, noMerit(pattern)));
  const rows = (k) => head.runs.map((run, number) => make("tr", {},
    number ? null : make("th", { scope: "rowgroup", rowspan: head.runs.length }, `top ${k}`),
    make("td", {}, named(number)),
    asked.map((pattern) => cell(scoreOf(head.scores, number, pattern.name, pattern.metric, k)))));
  fill(byId("side"), scrolling("Models by benchmarks", make("table", {},
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Answers"), make("th", { scope: "col" }, "Run"), names)),
    head.ks.map((k) => make("tbody", {}, rows(k))))),
    make("p", { class: "quiet" }, "Each cell has the score, numerator / denominator and the 95 % interval. Scores of different patterns have different denominators: do not average them."));
}

function drawCorrelations() {
  if (!head.correlations.some((found) => found.pearson !== null)) return;
  const words = (found) => `${signed(found.pearson)}, ${signed(found.spearman)} (n ${found.runs})`;
  fill(byId("correlations"),
    make("h3", {}, "Partial scores and scores"),
    make("p", { class: "quiet" }, "The partial score is the share of items in the denominator: how often a model meets the condition. The table has its correlation with the score over n runs: Pearson, Spearman. It is undefined for fewer than 3 runs, or if one of the two is constant."),
    scrolling("Correlations of partial scores with scores", make("table", {},
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Pattern"), head.ks.map((k) => make("th", { scope: "col", class: "num" }, `top ${k}`)))),
      make("tbody", {}, asked.map((pattern) => make("tr", {}, make("th", { scope: "row" }, pattern.name),
        head.ks.map((k) => head.correlations.find((found) => found.pattern === pattern.name && found.k === k))
          .map((found) => make("td", { class: "num" }, found ? words(found) : DASH))))))));
}

function drawComparisons(k) {
  if (!head.comparisons.length) return;
  fill(byId("comparisons"),
    make("h3", {}, "Differences between runs"),
    make("p", { class: "quiet" }, "Each cell has the difference of two scores. Below it stand its 95 % interval and the least detectable difference: what a two-sided test at α 0.05 finds with power 0.8. A smaller difference is marked: it says nothing either way. Runs are compared on the items and wordings that both answered. Each score is a ratio of sums, linearised (Cochran 1977, chapter 6). Runs that count some of the same items are paired (Connor 1987). Runs without a common item or wording are two samples (Cohen 1988); different wordings may then explain the difference. There is no correction for multiple comparisons."),
    differences("differences", `Scores at top ${k}`, asked.map((pattern) => [pattern.name, pattern.metric, k, pattern.name])),
    written.map((pattern) => differences(`differences-${pattern.name}`, `${pattern.name}, ${FIRST}`, head.figures.map((metric) => [pattern.name, metric, null, figureName(metric)]))));
}

/** A row for each pair of runs and each slice, a column for each `[pattern, metric, k, title]`. */
function differences(id, label, columns) {
  const found = columns.map(([pattern, metric, k]) => head.comparisons.filter((each) => each.pattern === pattern && each.metric === metric && each.k === k));
  const rowOf = ({ first, second, by }) => JSON.stringify([first, second, Object.entries(by)[0] ?? []]);
  const rows = [...new Set(found.flat().map(rowOf))].map((row) => JSON.parse(row));
  if (!rows.length) return null;
  return [
    make("h4", {}, label),
    scrolling(`Differences: ${label}`, make("table", { id },
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Runs"), columns.map(([, , , title]) => make("th", { scope: "col", class: "num" }, title)))),
      make("tbody", {}, rows.map((row) => make("tr", {},
        make("th", { scope: "row" }, named(row[0]), make("small", {}, "minus"), named(row[1]), row[2].length ? make("small", {}, row[2].join(" ")) : null),
        found.map((of) => difference(of.find((each) => rowOf(each) === JSON.stringify(row))))))))),
  ];
}

function difference(found) {
  if (!found) return make("td", { class: "num none" }, "not asked");
  const sizes = "n " + [...new Set(found.sizes.map((size) => count(size)))].join(" and ") + (found.paired ? ", paired" : "");
  const warning = found.other_words ? "asked in other words" : found.below ? "too small to tell" : null;
  const least = found.detectable === null ? "none detectable" : `least ${share(found.detectable)}`;
  const span = found.low === null ? null : `${signed(found.low)} to ${signed(found.high)}`;
  return make("td", { class: "num", title: sizes },
    make("span", { class: warning ? "none" : "key" }, signed(found.difference)),
    span && make("small", {}, span),
    make("small", { class: "fold" }, `${least}, ${sizes}`),
    warning ? make("small", { class: "warn" }, warning) : null);
}
