// The head of the page, the table of headline scores, and what each run was.

function drawHead() {
  const { benchmark, patterns } = head;
  const items = patterns.reduce((sum, pattern) => sum + (pattern.items ?? 0), 0);
  const figures = [
    [items.toLocaleString("en"), "items"],
    [patterns.length, patterns.length === 1 ? "pattern" : "patterns"],
    benchmark.graph?.facts ? [benchmark.graph.facts.toLocaleString("en"), "facts in the graph"] : null,
    [head.runs.length, head.runs.length === 1 ? "run" : "runs"],
  ].filter(Boolean);
  const origin = [
    benchmark.graph?.hash ? ["graph ", make("code", { title: benchmark.graph.hash }, benchmark.graph.hash.slice(0, 12))] : null,
    benchmark.seed === undefined ? null : ["seed ", make("b", {}, String(benchmark.seed))],
  ].filter(Boolean);
  fill(byId("head-line"),
    make("p", { class: "what" }, "Benchmark report"),
    make("h1", {}, isolated(head.called ?? "Benchmark")),
    make("p", { class: "lead" }, [
      asked.length ? `How ${plural(head.runs.length, "model run")} answered ${asked.map((pattern) => pattern.name).join(", ")} questions mined from a knowledge graph.` : "",
      written.length ? `Triples that ${plural(head.runs.length, "model run")} wrote from sentences, by ${plural(ontologies(), "ontology", "ontologies")}.` : "",
    ].join(" ").trim()),
    make("ul", { class: "figures" }, figures.map(([value, what]) => make("li", {}, make("b", {}, String(value)), ` ${what}`)),
      origin.map((said) => make("li", {}, said))));
}

function drawLegend() {
  fill(byId("legend"), head.runs.map((run, number) => named(number)));
}

function drawLead(k) {
  byId("scores-lead").textContent =
    (asked.length ? `A fact counts as known when ${k === 1 ? "a model’s first answer is right" : `one of a model’s first ${k} answers is right`}. ` : "")
    + `Lines are 95 % intervals${asked.length ? `, dashed under ${head.small} items, or where they are worth fewer independent ones` : ""}.`
    + (written.length ? " For hallucinations, lower is better." : "")
    + asked.filter(neutral).map((pattern) => ` A high score of ${pattern.name} is no merit.`).join("");
}

/** The metrics that are given for every pattern of facts, and those beside a pattern's own. */
const FOR_EVERY_PATTERN = Object.keys(head.metrics).filter((name) => {
  const {
    for_every_pattern, with_metric, needs_tokens, needs_verdict, needs_list, triples_written,
  } = definition(name);
  if (with_metric) return asked.some((pattern) => pattern.metric === with_metric);
  return for_every_pattern && !(needs_tokens || needs_verdict || needs_list || triples_written);
});

function drawHeadline(k) {
  const several = head.runs.length > 1 || asked.some((pattern) => floorsOf(pattern, k).length);
  const table = make("table", {},
    make("thead", {},
      make("tr", {},
        make("th", { scope: "col", rowspan: 2 }, "Pattern"),
        several ? make("th", { scope: "col", rowspan: 2 }, "Run") : null,
        make("th", { scope: "colgroup", colspan: 4 }, "Score"),
        make("th", { scope: "colgroup", colspan: FOR_EVERY_PATTERN.length + 1, class: "edge" }, "Beside it")),
      make("tr", {},
        ["value", "95 %", "ratio", "mean over groups"].map((name) => make("th", { scope: "col", class: "num" }, name)),
        FOR_EVERY_PATTERN.map((name, number) => make("th", { scope: "col", class: `num${number ? "" : " edge"}`, title: formula(name) }, definition(name).title)),
        make("th", { scope: "col" }, "accuracy by role"))),
    asked.map((pattern) => make("tbody", {}, head.runs.map((run, number) => headlineRow(pattern, number, k, several)), floorRows(pattern, k, FOR_EVERY_PATTERN.length + 2))));
  fill(byId("headline"), asked.length ? [scrolling("Headline scores", table), headlineNote()] : null, written.map(figuresOverview));
}

function headlineNote() {
  return make("p", { class: "quiet" },
    `The score is the pattern’s own metric, over the items that meet its condition. Each of the other figures has its own denominator below it; * marks one under ${head.small}, or worth fewer independent items.`,
    head.scores.some((score) => wordingsEach(score) > 1) ? " Scores pool all wordings of an item." : "",
    asked.some((pattern) => pattern.floors?.length) ? ` Baselines know nothing, or only the odds. They answer the first wording of every item${asked.some(({ asked: of, form }) => of?.some((name) => name && name !== form)) ? " (of a form that is not the pattern’s own: every wording)" : ""}; dotted marks in the plot show them.` : "",
    head.runs.map(sampled));
}

/** What a limit left of a run's patterns. */
function sampled({ name, about }) {
  if (!about.sampled) return "";
  const said = Object.entries(about.sampled).map(([pattern, of]) =>
    `${pattern} ${count(of.items)} of ${count(of.of_items)} items, ${count(of.groups)} of ${count(of.of_groups)} groups`);
  return ` ${name}: a sample was asked (--limit): ${said.join("; ")}; baselines are of the items asked, and left out where runs were asked others.`;
}

function headlineRow(pattern, run, k, several) {
  const own = scoreOf(head.scores, run, pattern.name, pattern.metric, k);
  const first = run === 0 ? make("th", { scope: "rowgroup", rowspan: head.runs.length + floorsOf(pattern, k).length },
    make("button", { class: "link", onclick: () => show({ pattern: pattern.name, group: null }, "patterns-title") }, pattern.name), inOwnForm(pattern), noMerit(pattern)) : null;
  const runCell = several ? make("td", {}, named(run), inRunsForm(pattern, run)) : null;
  if (own === null) return make("tr", {}, first, runCell, make("td", { colspan: FOR_EVERY_PATTERN.length + 5, class: "none" }, "not asked"));
  const macro = scoreOf(head.scores, run, pattern.name, pattern.metric, k, { average: "macro" });
  return make("tr", {}, first, runCell,
    make("td", { class: "num key" }, share(own.value)),
    make("td", { class: "num" }, interval(own)),
    make("td", { class: "num" }, ratio(own), smallness(own), outside(scoreOf(head.scores, run, pattern.name, "partial", k))),
    make("td", { class: "num" }, macro ? share(macro.value) : DASH, macro && macro.low !== null ? make("small", {}, interval(macro)) : null),
    FOR_EVERY_PATTERN.map((name, number) => {
      const score = name === "all_roles" && neutral(pattern) ? null : scoreOf(head.scores, run, pattern.name, name, k);
      return make("td", { class: `num${number ? "" : " edge"}`, title: score ? ratio(score) : null }, score ? share(score.value) : DASH, score ? make("small", { class: "fold", title: score.note || null }, `of ${count(score.denominator)}${isSmall(score) ? "*" : ""}`) : null, name === "hit" ? tokens(pattern, run, k) : null);
    }),
    make("td", { class: "few" }, roles(pattern.name, run, k)));
}

/** The token average below the triple accuracy, in a run that has one. */
function tokens(pattern, run, k) {
  const score = scoreOf(head.scores, run, pattern.name, "token_average", k);
  return score ? make("small", { class: "fold", title: `${formula("token_average")} ${ratio(score)}` }, `${definition("token_average").title} ${share(score.value)}`) : null;
}

function roles(pattern, run, k) {
  const found = head.scores.filter((score) =>
    score.run === run && score.pattern === pattern && score.metric === "hit" && score.k === k && score.by.role);
  const said = (score) => (noteOf(score, "false") ? `${score.by.role} (${head.named_false})` : score.by.role);
  return found.map((score) => make("small", { title: ratio(score) }, `${said(score)} ${share(score.value)} of ${count(score.denominator)}`, smallness(score)));
}

/** How many items are outside the denominator, each of their wordings a part of one. */
function outside(partial) {
  const left = partial ? (partial.denominator - partial.numerator) / wordingsEach(partial) : 0;
  return left ? make("small", {}, `${count(left)} ${left === 1 ? "item" : "items"} outside`) : null;
}

function drawAbout() {
  const { benchmark } = head;
  fill(byId("about"),
    make("details", { open: true }, make("summary", {}, `The benchmark: ${benchmark.name ?? ""}`), list({ ...benchmark, patterns: undefined })),
    head.runs.map((run, number) => make("details", {}, make("summary", {}, named(number), make("span", { class: "quiet" }, ` ${identity(run.about)}`)), list(run.about))));
  fill(byId("foot"), `Made by kgforge ${head.kgforge}. Plots by Apache ECharts (Apache-2.0). This page loads nothing from other machines.`);
}

/** A run in short: `masked:bert-base-cased, open, float32`. */
function identity({ model, options }) {
  return [model?.address, options?.method ?? model?.method, model?.dtype].filter(Boolean).join(", ");
}

/** Nested values as a flat list of terms and figures. */
function list(value) {
  return make("dl", {}, flat(value).map(([name, said]) => [make("dt", {}, name), make("dd", {}, isolated(said))]));
}

function flat(value, before = "") {
  return Object.entries(value ?? {}).flatMap(([name, inner]) => {
    const path = before ? `${before} · ${name}` : name;
    if (inner === undefined || inner === "") return [];
    if (Array.isArray(inner)) {
      return [[path, inner.map((each) => (each && typeof each === "object" ? Object.values(each).filter((said) => said !== null).join(", ") : String(each))).join("; ") || DASH]];
    }
    if (inner && typeof inner === "object") return flat(inner, path);
    return [[path, inner === null ? DASH : String(inner)]];
  });
}
