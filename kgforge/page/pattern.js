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
  if (viewOf(pattern.name).draw) return viewOf(pattern.name).draw(pattern, scores, items, all, seen);
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
    const [own, hit, tokens] = [pattern.metric, "hit", "token_average"].map((metric) => scoreOf(head.scores, run, pattern.name, metric, k)?.notes ?? []);
    const chance = hit.filter((note) => note.kind === "chance");
    const fractional = tokens.filter((note) => note.kind === "fractional").map((note) => ({ ...note, text: `Token average: ${note.text}` }));
    say(said, [...own, ...chance, ...fractional], head.runs[run].name);
  }
  return noted(said);
}

/** Notes of a run into those of all runs, each text once. */
function say(said, notes, run) {
  for (const { text, kind } of new Map(notes.map((note) => [note.text, note])).values()) {
    said.set(text, { kind, runs: [...(said.get(text)?.runs ?? []), run] });
  }
}

/** The kinds of notes that warn of nothing. */
const QUIET = ["pooled", "chance", "fractional", "interval"];

/** A paragraph for each note, with the runs that it is said of. */
function noted(said) {
  return [...said].map(([text, { kind, runs }]) => make("p", { class: QUIET.includes(kind) ? "quiet" : "notice" },
    runs.length < head.runs.length ? `${runs.join(", ")}: ` : "", `${text}.`));
}

/** What tells prompts apart beside their wording: the slices of scores, where there are several. */
const KINDS = ["form", "language", "context"];

/** Each wording's own score and each kind's, their mean and the oracle, where items are asked in several wordings. */
function wordingTable(pattern, k) {
  const found = head.scores.filter((score) =>
    score.pattern === pattern.name && score.metric === pattern.metric && score.k === k && [...KINDS, "prompt", "prompts"].some((kind) => score.by[kind]));
  if (!found.length) return null;
  const names = [...new Set(found.map((score) => JSON.stringify(score.by)))];
  const kind = (by) => KINDS.find((each) => by[each]);
  const title = (by) => (kind(by) ? `${kind(by)}: ${by[kind(by)]}` : by.prompt ? `wording ${Number(by.prompt) + 1}` : by.prompts === "best" ? "best of each fact (an oracle)" : "mean of wordings");
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
      ...(pattern.confidence ? [{ title: "Confidence", number: true, look: "num", value: (row) => pattern.confidence[row.group], cell: (row) => share(pattern.confidence[row.group]) }] : []),
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
function chosen(items, seen) {
  const known = Object.fromEntries(viewOf(seen.pattern).filters(patternOf(seen.pattern)));
  const [, wanted] = known[listing.filter] ?? known.all;
  return items.filter((item) => (!seen.group || item.group === seen.group) && wanted(item, seen.k));
}

function itemList(items, all, seen) {
  const found = chosen(items, seen);
  const rows = found.slice(0, listing.shown);
  const pattern = patternOf(seen.pattern);
  const view = viewOf(seen.pattern);
  const options = view.filters(pattern).filter(([name]) => name !== "differ" || head.runs.length > 1);
  return [
    make("h3", { id: "items-title", tabindex: "-1" }, `Items of ${seen.group ?? "all groups"}`),
    all > items.length ? make("p", { class: "notice" }, `This page holds ${items.length.toLocaleString("en")} of ${all.toLocaleString("en")} items: the first ${head.limit} of each group. Scores are over all items.`) : null,
    make("div", { class: "tools" },
      make("label", { class: "plain" }, "Show", make("select", { id: "filter", onchange: (event) => { listing.filter = event.target.value; listing.shown = CHUNK; destination = "filter"; redraw(true); } },
        options.map(([name, [title]]) => make("option", { value: name, selected: name === listing.filter }, title)))),
      view.tools(),
      make("span", { class: "quiet", role: "status" }, plural(found.length, "item"))),
    make("p", { class: "key-line" }, view.keys(items, pattern).map(([kind, sign, said]) => make("span", {}, mark(kind, sign), ` ${said}`))),
    rows.length ? scrolling("Items", itemTable(rows, seen)) : make("p", { class: "none" }, "No such items."),
    found.length > rows.length ? make("button", { class: "plain", onclick: () => { listing.shown += CHUNK; destination = `open-${found[rows.length].id}`; redraw(true); } }, `Show more (${found.length - rows.length} left)`) : null,
  ];
}

function itemTable(rows, seen) {
  const view = viewOf(seen.pattern);
  return make("table", { id: "items" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Item"), head.runs.map((run, number) => make("th", { scope: "col" }, named(number))))),
    make("tbody", {}, rows.map((item) => make("tr", {},
      make("th", { scope: "row" },
        make("button", { class: view.link, id: `open-${item.id}`, onclick: () => go({ item: item.id }) }, view.title(item)),
        view.beside(item)),
      head.runs.map((run, number) => view.cell(item, number, seen))))));
}

function mark(kind, sign, title = null) {
  return make("span", { class: `mark ${kind}`, title, role: title ? "img" : null, "aria-label": title, "aria-hidden": title ? null : "true" }, sign);
}
