// Runs side by side: models by benchmarks, partial scores, and which differences could be shown.

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
    make("p", { class: "quiet" }, "Each score with numerator / denominator and its 95 % interval. Scores of different patterns have different denominators: they are not to be averaged."));
}

function drawCorrelations() {
  if (head.runs.length < 2 || !asked.length) return;
  const words = (found) => `${signed(found.pearson)}, ${signed(found.spearman)} (n ${found.runs})`;
  fill(byId("correlations"),
    make("h3", {}, "Partial scores and scores"),
    make("p", { class: "quiet" }, "The partial score is the share of items in the denominator: how often a model meets the condition. Here, over the runs, its correlation with the score: Pearson’s, Spearman’s, and of how many runs; undefined under 3 runs, or where either is the same of all."),
    scrolling("Correlations of partial scores with scores", make("table", {},
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Pattern"), head.ks.map((k) => make("th", { scope: "col", class: "num" }, `top ${k}`)))),
      make("tbody", {}, asked.map((pattern) => make("tr", {}, make("th", { scope: "row" }, pattern.name),
        head.ks.map((k) => head.correlations.find((found) => found.pattern === pattern.name && found.k === k))
          .map((found) => make("td", { class: "num" }, found ? words(found) : DASH))))))));
}

function drawComparisons(k) {
  if (!head.comparisons.length) return;
  fill(byId("comparisons"),
    make("h3", {}, "Which differences such sizes can show"),
    make("p", { class: "quiet" }, "Each difference of two scores, and below it the least that a two-sided test at α 0.05 finds with a power of 0.8. Runs are compared item by item, on the items and in the wordings that both answered: each score is a ratio of sums, linearised (Cochran 1977, chapter 6), so that what two runs have in common makes their difference surer; paired runs count some of the same items (Connor 1987; two samples by Cohen 1988 where they answered none in common, or none in the same words: what differs may then be the wordings). What is smaller is marked: it says nothing either way. Several comparisons are not corrected for."),
    differences("differences", `Scores at top ${k}`, asked.map((pattern) => [pattern.name, pattern.metric, k, pattern.name])),
    written.map((pattern) => differences(`differences-${pattern.name}`, `${pattern.name}, ${FIRST}`, head.figures.map((metric) => [pattern.name, metric, null, figureName(metric)]))));
}

/** A row for each pair of runs, a column for each `[pattern, metric, k, title]`. */
function differences(id, label, columns) {
  const found = columns.map(([pattern, metric, k]) => head.comparisons.filter((each) => each.pattern === pattern && each.metric === metric && each.k === k));
  const pairs = [...new Set(found.flat().map((each) => `${each.first} ${each.second}`))].map((pair) => pair.split(" ").map(Number));
  if (!pairs.length) return null;
  return [
    make("h4", {}, label),
    scrolling(`Differences: ${label}`, make("table", { id },
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Runs"), columns.map(([, , , title]) => make("th", { scope: "col", class: "num" }, title)))),
      make("tbody", {}, pairs.map(([first, second]) => make("tr", {},
        make("th", { scope: "row" }, named(first), make("small", {}, "less"), named(second)),
        found.map((of) => difference(of.find((each) => each.first === first && each.second === second)))))))),
  ];
}

function difference(found) {
  if (!found) return make("td", { class: "num none" }, "not asked");
  const sizes = "n " + [...new Set(found.sizes.map((size) => count(size)))].join(" and ") + (found.paired ? ", paired" : "");
  const warning = found.other_words ? "asked in other words" : found.below ? "too small to tell" : null;
  const least = found.detectable === null ? "none could be shown" : `least ${share(found.detectable)}`;
  return make("td", { class: "num", title: sizes },
    make("span", { class: warning ? "none" : "key" }, signed(found.difference)),
    make("small", { class: "fold" }, `${least}, ${sizes}`),
    warning ? make("small", { class: "warn" }, warning) : null);
}
