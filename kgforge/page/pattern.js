// One pattern: its groups, and the items of a group, with their marks.

const CHUNK = 20;
const sorting = { place: 1, down: true };
const listing = { filter: "all", shown: CHUNK };

function drawTabs(seen) {
  fill(byId("tabs"), head.patterns.map((pattern) => make("a", {
    href: address({ pattern: pattern.name, group: null, item: null }),
    "aria-current": pattern.name === seen.pattern ? "true" : null,
  }, pattern.name)));
}

async function drawPattern(seen) {
  const pattern = patternOf(seen.pattern);
  if (!pattern) return;
  const { scores, items, all } = await part(pattern.name);
  if (pattern.written) return drawWritten(pattern, scores, items, all, seen);
  const skipped = Object.entries(pattern.skipped ?? {}).map(([why, number]) => `${number} ${why}`);
  const plots = [frequent(pattern, scores, items, seen.k), popularity(pattern, seen.k)];
  drawn.charts.splice(0).forEach((each) => each.dispose());
  fill(byId("pattern"),
    make("h3", {}, pattern.name),
    make("p", {}, pattern.description),
    make("p", { class: "quiet" }, `Score: ${definition(pattern.metric).title} (${pattern.metric}): ${definition(pattern.metric).formula}. Source: ${definition(pattern.metric).source}.`,
      skipped.length ? ` Left out at export: ${skipped.join(", ")}.` : ""),
    notes(pattern, seen.k),
    wordingTable(pattern, seen.k),
    plots.map((plot) => plot.parts),
    groupTable(pattern, scores, items, seen),
    itemList(items, all, seen));
  plots.forEach((plot) => plot.paint());
}

/** What the scores' notes say, each once, with the runs that it is said of where not of all. */
function notes(pattern, k) {
  const said = new Map();
  for (const run of head.runs.keys()) {
    const [own, hit, tokens] = [pattern.metric, "hit", "token_average"].map((metric) => scoreOf(head.scores, run, pattern.name, metric, k)?.note.split("; ") ?? []);
    const more = [...hit.filter((said) => said.includes("by chance")), ...tokens.filter((said) => said === head.fractional).map((said) => `Token average: ${said}`)];
    for (const note of [...own, ...more.filter((said) => !own.includes(said))].filter(Boolean)) {
      said.set(note, [...(said.get(note) ?? []), head.runs[run].name]);
    }
  }
  return noted(said);
}

/** A paragraph for each note, with the runs that it is said of. */
function noted(said) {
  return [...said].map(([note, runs]) => make("p", { class: /pooled|by chance|^Token average|^interval by/.test(note) ? "quiet" : "notice" },
    runs.length < head.runs.length ? `${runs.join(", ")}: ` : "", `${note}.`));
}

/** Each wording's own score, their mean and the oracle, where items are asked in several wordings. */
function wordingTable(pattern, k) {
  const found = head.scores.filter((score) =>
    score.pattern === pattern.name && score.metric === pattern.metric && score.k === k && (score.by.prompt || score.by.prompts));
  if (!found.length) return null;
  const names = [...new Set(found.map((score) => JSON.stringify(score.by)))];
  const title = (by) => (by.prompt ? `wording ${Number(by.prompt) + 1}` : by.prompts === "best" ? "best of each fact (an oracle)" : "mean of wordings");
  return make("details", {}, make("summary", {}, "Scores of each wording"),
    scrolling("Scores of each wording", make("table", {},
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Wording"), head.runs.map((run, number) => make("th", { scope: "col", class: "num" }, named(number))))),
      make("tbody", {}, names.map((by) => make("tr", {}, make("th", { scope: "row" }, title(JSON.parse(by))),
        head.runs.map((run, number) => cell(found.find((score) => score.run === number && JSON.stringify(score.by) === by)))))))));
}

function cell(score) {
  if (!score) return make("td", { class: "num none" }, "not asked");
  return make("td", { class: "num" }, make("span", { class: "key" }, share(score.value)), make("small", {}, ratio(score)), score.low === null ? null : make("small", {}, interval(score)), smallness(score));
}

function smallness(score) {
  if (!isSmall(score)) return null;
  const each = wordingsEach(score);
  const items = each > 1 ? `${count(score.denominator)} over ${count(each)} wordings: ${plural(Math.floor(score.denominator / each), "item")}, ` : "";
  return make("small", { class: "fold warn", title: score.note }, `${items}under ${head.small}`);
}

// ── Groups ──────────────────────────────────────────────────────────────────────────────────────
function groupTable(pattern, scores, items, seen) {
  const rows = groupRows(pattern, scores, items, seen.k);
  const whole = { group: null, title: "", items: pattern.items ?? items.length };
  for (const run of head.runs.keys()) {
    for (const [name, metric] of [["score", pattern.metric], ["hit", "hit"]]) whole[`${name} ${run}`] = scoreOf(head.scores, run, pattern.name, metric, seen.k);
  }
  const columns = head.runs.flatMap((run, number) => [
    { title: head.runs.length > 1 ? named(number) : "Score", number: true, look: "num edge", value: (row) => row[`score ${number}`]?.value, cell: (row) => groupScore(row[`score ${number}`]) },
    { title: definition("hit").title, number: true, look: "num", value: (row) => row[`hit ${number}`]?.value, cell: (row) => (row[`score ${number}`] ? share(row[`hit ${number}`]?.value) : null) },
  ]);
  return [
    make("h3", { id: "groups-title" }, `Groups (${rows.length})`),
    sortable("groups", "Scores of each group", [
      { title: "Group", value: (row) => row.group, cell: (row) => [groupLink(row.group ?? "all groups", row.group, seen), row.title ? make("small", {}, row.title) : null] },
      { title: "Items", number: true, look: "num", value: (row) => row.items },
      ...columns,
    ], rows, { first: [whole], order: sorting }),
  ];
}

function groupLink(title, group, seen) {
  return make("button", { class: "link", "aria-current": (seen.group ?? null) === group ? "true" : null, onclick: () => { listing.shown = CHUNK; show({ group }, "items-title"); } }, title);
}

/** The groups by code point, with each run's own score and plain hits. */
function groupRows(pattern, scores, items, k) {
  const titles = new Map();
  for (const item of items) {
    if (!titles.has(item.group)) titles.set(item.group, [...new Set(item.facts.map((fact) => fact.predicate.label))].join(", "));
  }
  const found = new Map();
  for (const score of scores) {
    if (score.k !== k || Object.keys(score.by).length) continue;
    if (!found.has(score.group)) found.set(score.group, { group: score.group, title: titles.get(score.group) ?? "", items: 0 });
    const row = found.get(score.group);
    row.items = Math.max(row.items, score.items);
    if (score.metric === pattern.metric) row[`score ${score.run}`] = score;
    if (score.metric === "hit") row[`hit ${score.run}`] = score;
  }
  return [...found.values()].sort((one, other) => inOrder(one.group, other.group, false));
}

function groupScore(own) {
  if (!own) return make("span", { class: "none" }, "not asked");
  return [make("span", { class: "key" }, share(own.value)), make("small", {}, `${ratio(own)}${own.low === null ? "" : `, ${interval(own)}`}`)];
}

// ── Items ───────────────────────────────────────────────────────────────────────────────────────
const FILTERS = {
  all: ["all items", () => true, "all items"],
  full: ["every fact right in some run", (item, k) => head.runs.some((run, number) => item.facts.every((fact) => right(fact, number, k))), "named by some run"],
  part: ["some facts right, not all", (item, k) => head.runs.some((run, number) => {
    const known = item.facts.filter((fact) => right(fact, number, k)).length;
    return known > 0 && known < item.facts.length;
  }), "named in part"],
  none: ["no fact hit", (item, k) => !head.runs.some((run, number) => item.facts.some((fact) => hits(fact, number, k))), "named by no run"],
  differ: ["runs differ", (item, k) => item.facts.some((fact) => new Set(head.runs.map((run, number) => hits(fact, number, k))).size > 1), "runs differ"],
};

/** Whether any wording of a fact was hit in the first k. */
function hits(fact, run, k) {
  return fact.runs[run].some((response) => response.rank !== null && response.rank <= k);
}

/** Whether a run is right about a fact: a hit, or none where the fact must not hold. */
function right(fact, run, k) {
  return hits(fact, run, k) !== (fact.holds === false);
}

/** What may be shown of a pattern's items, by name: title, condition, and the title where a high score is no merit. */
function filters(pattern) {
  return pattern.written ? outputFilters() : FILTERS;
}

function chosen(items, seen) {
  const known = filters(patternOf(seen.pattern));
  const [, wanted] = known[listing.filter] ?? known.all;
  return items.filter((item) => (!seen.group || item.group === seen.group) && wanted(item, seen.k));
}

function itemList(items, all, seen) {
  const found = chosen(items, seen);
  const rows = found.slice(0, listing.shown);
  const pattern = patternOf(seen.pattern);
  const options = Object.entries(filters(pattern)).filter(([name]) => name !== "differ" || head.runs.length > 1);
  return [
    make("h3", { id: "items-title", tabindex: "-1" }, `Items of ${seen.group ?? "all groups"}`),
    all > items.length ? make("p", { class: "notice" }, `This page holds ${items.length.toLocaleString("en")} of ${all.toLocaleString("en")} items: the first ${head.limit} of each group. Scores are over all items.`) : null,
    make("div", { class: "tools" },
      make("label", { class: "plain" }, "Show", make("select", { id: "filter", onchange: (event) => { listing.filter = event.target.value; listing.shown = CHUNK; destination = "filter"; redraw(true); } },
        options.map(([name, [title, , neutrally]]) => make("option", { value: name, selected: name === listing.filter }, !pattern.written && neutral(pattern) ? neutrally : title)))),
      pattern.written && head.runs.length > 1 ? runChoice() : null,
      make("span", { class: "quiet", role: "status" }, plural(found.length, "item"))),
    make("p", { class: "key-line" }, (pattern.written ? Object.values(OUTPUT_MARKS) : keys(items, pattern)).map(([kind, sign, said]) => make("span", {}, mark(kind, sign), ` ${said}`))),
    rows.length ? scrolling("Items", itemTable(rows, seen)) : make("p", { class: "none" }, "No such items."),
    found.length > rows.length ? make("button", { class: "plain", onclick: () => { listing.shown += CHUNK; destination = `open-${found[rows.length].id}`; redraw(true); } }, `Show more (${found.length - rows.length} left)`) : null,
  ];
}

function itemTable(rows, seen) {
  const { written } = patternOf(seen.pattern);
  return make("table", { id: "items" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Item"), head.runs.map((run, number) => make("th", { scope: "col" }, named(number))))),
    make("tbody", {}, rows.map((item) => make("tr", {},
      make("th", { scope: "row" },
        make("button", { class: written ? "link said" : "link", id: `open-${item.id}`, onclick: () => go({ item: item.id }) }, written ? item.text : statement(item.facts[0])),
        !written && item.facts.length > 1 ? make("small", {}, item.facts.slice(1).map(statement).join("; ")) : null),
      head.runs.map((run, number) => written ? outputCell(item.runs[number]) : make("td", { class: "marks" }, item.facts.map((fact) => [factMark(fact, number, seen.k, patternOf(seen.pattern)), " "])))))));
}

const MARKS = {
  right: { target: ["target", "✓", "target hit"], also: ["also", "✓", "another right object"], miss: ["miss", "·", "missed"] },
  false: { target: ["false", "✗", "named, though false"], also: ["false", "✗", "named, though false"], miss: ["miss", "·", "not named"] },
  named: { target: ["named", "●", "named"], also: ["named", "●", "named"], miss: ["miss", "·", "not named"] },
};

/** What the marks of a pattern's items mean. */
function keys(items, pattern) {
  const worths = new Set((items[0]?.facts ?? []).map((fact) => worth(fact, pattern)));
  return [
    ...(worths.has("right") ? [["target", "✓", "the mined object"], ["also", "✓", "another right object"]] : []),
    ...(worths.has("false") ? [MARKS.false.target] : []),
    ...(worths.has("named") ? [["named", "●", "named, which is no merit"]] : []),
    ["miss", "·", worths.has("right") ? "neither" : "not named"],
    ["error", "!", "could not be asked"],
  ];
}

/** One mark for a fact: how it was answered in the first k, in its only or in several wordings. */
function factMark(fact, run, k, pattern) {
  const responses = fact.runs[run];
  const asked = responses.filter((response) => !response.error);
  const target = asked.filter((response) => response.target !== null && response.target <= k).length;
  const hit = asked.filter((response) => response.rank !== null && response.rank <= k).length;
  const [kind, sign, said] = asked.length ? MARKS[worth(fact, pattern)][target ? "target" : hit ? "also" : "miss"] : ["error", "!", "could not be asked"];
  return mark(kind, asked.length > 1 && hit ? `${hit}/${asked.length}` : sign, `${fact.role}: ${said}${asked.length > 1 ? `, in ${hit} of ${asked.length} wordings` : ""}`);
}

function mark(kind, sign, title = null) {
  return make("span", { class: `mark ${kind}`, title, role: title ? "img" : null, "aria-label": title, "aria-hidden": title ? null : "true" }, sign);
}
