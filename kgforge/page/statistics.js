// What a graph can support: its size, what was mined of it, its predicates, degrees and types.

const head = JSON.parse(byId("head").textContent);
const census = head.census;
const FEW = 30;

function drawHead() {
  const kinds = Object.entries(head.kinds).map(([kind, many]) => `${kind || "self-loops only"}: ${count(many)}`);
  const figures = census ? [
    [census.triples, "triple", "triples"],
    census.self_loops ? [census.self_loops, "self-loop besides", "self-loops besides"] : null,
    [census.entities, "entity", "entities"],
    [census.literals, "literal", "literals"],
    [head.predicates, "predicate", "predicates", kinds.length ? ` (${kinds.join(", ")})` : ""],
    [census.triples / head.predicates, "triple", "triples per predicate"],
    [census.types, "type", "types"],
  ].filter(Boolean) : [];
  fill(byId("head-line"),
    make("p", { class: "what" }, "Statistics of a graph"),
    make("h1", {}, "What the graph can support"),
    make("p", { class: "lead" }, `${plural(head.patterns.length, "pattern")} mined: ${head.patterns.map((one) => one.pattern).join(", ")}.`),
    census ? null : make("p", { class: "notice" }, `The graph was not counted: ${head.note}.`),
    make("ul", { class: "figures" },
      figures.map(([value, one, many, more]) => make("li", {}, make("b", {}, count(value)), ` ${value === 1 ? one : many}${more ?? ""}`)),
      head.graph.hash ? make("li", {}, "graph ", make("code", { title: head.graph.hash }, head.graph.hash.slice(0, 12))) : null));
}

// ── Tables ──────────────────────────────────────────────────────────────────────────────────────
function text(title, value, more = {}) {
  return { title, value, ...more };
}

function number(title, value, hint) {
  return { title, value, hint, number: true, look: "num" };
}

/** A mean or a share, always with three decimals. */
function mean(title, value, hint) {
  return { ...number(title, value, hint), cell: (row) => share(value(row)) };
}

function note(shown, all, what) {
  return shown < all ? make("p", { class: "quiet" }, `The first ${count(shown)} of ${count(all)} ${what}.`) : null;
}

// ── What was mined ──────────────────────────────────────────────────────────────────────────────
function verdict(outcome) {
  if (!outcome.groups) return "not feasible: no group with these parameters";
  if (!outcome.kept) return "not feasible: no group qualifies";
  if (!outcome.instances) return "not feasible: groups qualify, but have no instance";
  const few = outcome.instances < FEW ? "; intervals will be wide" : "";
  const spared = outcome.otherwise ? `, kept by otherwise since ${outcome.otherwise.why}` : "";
  return `feasible: ${plural(outcome.instances, "instance")} of ${plural(outcome.kept, "group")}${few}${spared}`;
}

function drawOutcomes() {
  fill(byId("outcomes"), sortable("outcome", "Benchmarks", [
    text("Pattern", (row) => row.pattern, { cell: (row) => (row.groups ? make("a", { href: `#pattern-${row.pattern}` }, row.pattern) : row.pattern) }),
    text("Verdict", verdict, { look: "wide" }),
    number("Groups examined", (row) => row.groups, "the groups are listed below"),
    number("kept", (row) => row.kept),
    number("Instances", (row) => row.instances),
    text("Groups dropped, by what they need", (row) => row.reasons[0]?.count ?? null, {
      look: "wide",
      cell: (row) => (row.reasons.length ? row.reasons.map(({ name, count: fallen }) => make("small", { title: name }, `${count(fallen)}: ${inWords(row.pattern, name)}`)) : DASH),
    }),
  ], head.patterns));
}

/** Why a group was dropped, or what all need that were dropped for one reason. */
function inWords(pattern, name) {
  return head.words[pattern]?.[name] ?? DASH;
}

function standing(pattern, group) {
  return group.kept && !group.otherwise ? "kept" : inWords(pattern, group.group);
}

function labelOf(iri) {
  return head.labels[iri] ?? "";
}

/** The labels of predicates by their CURIEs, as the ids of groups have them. */
const labelled = Object.fromEntries(Object.entries(head.curies).filter(([iri]) => labelOf(iri)).map(([iri, curie]) => [curie, labelOf(iri)]));

function groupTitle(group) {
  return groupName(group, labelled);
}

function drawGroups() {
  fill(byId("examined"), head.patterns.filter((one) => one.groups).map((one) => make("details", { id: `pattern-${one.pattern}` },
    make("summary", {}, one.pattern, make("span", { class: "quiet" }, ` ${plural(one.groups, "group")} examined, ${count(one.kept)} kept`)),
    sortable(`groups-${one.pattern}`, `Groups of ${one.pattern}`, [
      text("Group", (row) => groupTitle(row.group), {
        cell: (row) => [groupWords(row.group, labelled), groupTitle(row.group) === row.group ? null : make("small", { class: "id" }, row.group)],
      }),
      number("Triples", (row) => row.triples),
      number("Matches", (row) => row.matches),
      number("Support", (row) => row.support),
      mean("Confidence", (row) => row.confidence, "support / matches of the body"),
      mean("PCA confidence", (row) => row.pca_confidence, "support / matches of the body whose subject has a fact of the head’s predicate"),
      mean("Wilson, lower", (row) => row.wilson_low, "lower end of the 95 % interval of the confidence"),
      number("Instances", (row) => row.instances),
      text("Kept, or why dropped", (row) => standing(one.pattern, row), {
        look: "wide",
        cell: (row) => [row.kept && !row.otherwise ? "kept" : make("small", { title: row.reason }, standing(one.pattern, row)), row.flags.length ? make("small", {}, row.flags.join(", ")) : null],
      }),
    ], head.groups[one.pattern]),
    note(head.groups[one.pattern].length, one.groups, "groups: kept groups first, then by number of matches"))));
}

// ── The graph ───────────────────────────────────────────────────────────────────────────────────
function drawPredicates() {
  fill(byId("predicates"),
    make("p", { class: "lead" }, "Self-loops are left out. In a kind, a side is 1 if its mean is below 1.5 (Bordes et al. 2013). A predicate is functional if no subject has two objects, and inverse functional if no object has two subjects. Two predicates are duplicates if each shares at least 0.8 of its triples with the other."),
    sortable("predicate", "Predicates", [
      text("Predicate", (row) => labelOf(row.predicate) || head.curies[row.predicate], {
        cell: (row) => [isolated(labelOf(row.predicate) || head.curies[row.predicate]), labelOf(row.predicate) ? make("small", { title: row.predicate }, head.curies[row.predicate]) : null],
      }),
      text("Kind", (row) => row.kind),
      number("Triples", (row) => row.triples),
      number("Literals", (row) => row.literals, "triples whose object is a literal"),
      number("Subjects", (row) => row.subjects),
      number("Objects", (row) => row.objects),
      mean("Objects per subject", (row) => row.tails_per_head, "mean"),
      mean("Subjects per object", (row) => row.heads_per_tail, "mean"),
      text("Functional", functionality),
      census.relations.some((row) => row.duplicates.length)
        ? text("Duplicates", (row) => row.duplicates.map((iri) => labelOf(iri) || head.curies[iri] || iri).join(", "), { look: "few" }) : null,
      text("Kept in", (row) => row.kept.join(", "), { look: "few" }),
    ].filter(Boolean), census.relations),
    note(census.relations.length, head.predicates, "predicates, by number of triples"));
}

function functionality(row) {
  if (!row.triples) return "";
  const [forth, back] = [!row.subjects_of_several, !row.objects_of_several];
  return forth && back ? "both" : forth ? "functional" : back ? "inverse functional" : "";
}

function drawTypes() {
  const by = head.curies[census.type] ?? census.type;
  fill(byId("types"),
    make("p", { class: "lead" }, census.types
      ? `${plural(census.types, "type")} by ${by}; an entity with several types counts under each.`
      : `No entity has a type by ${by}: name another predicate with --param type=…`),
    census.frequent_types.length ? sortable("type", "Types", [
      text("Type", (row) => row.label || localName(row.type), {
        cell: (row) => [isolated(row.label || localName(row.type)), make("small", {}, entity({ id: row.type }))],
      }),
      number("Entities", (row) => row.entities),
    ], census.frequent_types) : null,
    note(census.frequent_types.length, census.types, "types, by number of entities"));
}

let chart = null;

function drawPlot() {
  const place = byId("plot");
  const style = { color: colour("--soft"), fontFamily: "inherit", fontSize: 13 };
  const axis = (name, gap) => ({
    type: "log", name, nameLocation: "middle", nameGap: gap, nameTextStyle: style, min: 1,
    axisLabel: { ...style, formatter: (value) => value.toLocaleString("en") }, splitLine: { lineStyle: { color: colour("--rule") } },
  });
  const points = (what) => census.degrees.filter((one) => one[what]).map((one) => [one.degree, one[what]]);
  const series = (name, what, tone, symbol) => ({ type: "scatter", name, data: points(what), symbol, symbolSize: 7, itemStyle: { color: colour(tone) } });
  place.style.height = "22rem";
  chart ??= echarts.init(place, null, { renderer: "svg" });
  chart.resize();
  chart.setOption({
    animation: false,
    grid: { left: 78, right: 24, top: 34, bottom: 48 },
    legend: { textStyle: { ...style, color: colour("--ink") }, top: 0, itemGap: 32 },
    xAxis: axis("degree", 28), yAxis: axis("entities or literals", 56),
    tooltip: {
      trigger: "item", confine: true, backgroundColor: colour("--raised"), borderColor: colour("--rule"),
      textStyle: { color: colour("--ink"), fontFamily: "inherit", fontSize: 14 },
      formatter: ({ seriesName, value: [degree, many] }) => `${count(many)} ${seriesName} of degree ${count(degree)}`,
    },
    series: [series("entities", "entities", "--run-0", "circle"), ...(census.literals ? [series("literals", "literals", "--run-1", "diamond")] : [])],
  }, { notMerge: true });
}

function drawDegrees() {
  fill(byId("degrees"), make("details", {}, make("summary", {}, "The plot in figures"), sortable("degree", "Degrees", [
    number("Degree", (row) => row.degree), number("Entities", (row) => row.entities), number("Literals", (row) => row.literals),
  ], census.degrees)));
}

/** Go to the place that the address names, and unfold it. */
function arrive() {
  const place = cited();
  if (!place) return;
  if (place.matches("details")) place.open = true;
  place.scrollIntoView();
}

anchorHeadings();
readyToPrint(() => (chart ? [chart] : []));
drawHead();
drawOutcomes();
drawGroups();
if (census) {
  drawPredicates();
  drawTypes();
  drawDegrees();
  drawPlot();
  addEventListener("resize", drawPlot);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawPlot);
} else {
  for (const id of ["predicates", "degrees", "types"]) byId(id).closest("section").remove();
}
fill(byId("foot"), `Made by kgforge ${head.kgforge}. Plots by Apache ECharts (Apache-2.0). This page loads nothing from other machines.`);
addEventListener("hashchange", arrive);
arrive();
document.documentElement.dataset.ready = location.hash;
