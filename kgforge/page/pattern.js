// One pattern: its groups, and the items of a group, with their marks.

const sorting = { place: 1, down: true };
const listing = { filter: "all", words: "", page: 0 };

function drawTabs(seen) {
  fill(byId("tabs"), head.patterns.map((pattern) => make("a", {
    href: address({ pattern: pattern.name, group: null, item: null }),
    "aria-current": pattern.name === seen.pattern ? "true" : null,
  }, pattern.name)));
}

async function drawPattern(seen) {
  const pattern = patternOf(seen.pattern);
  if (!pattern) return;
  const { scores, items, rest } = await part(pattern.name);
  if (viewOf(pattern.name).draw) return viewOf(pattern.name).draw(pattern, scores, items, rest, seen);
  const skipped = Object.entries(pattern.skipped ?? {}).map(([why, number]) => `${number} ${why}`);
  const plots = [kindPlots(pattern, seen.k), kept(pattern), frequent(pattern, scores, seen.k), popularity(pattern, seen.k)];
  drawn.charts.splice(0).forEach((each) => each.dispose());
  fill(byId("pattern"),
    heading("h3", "pattern-title", pattern.name),
    make("p", {}, pattern.description),
    make("p", { class: "quiet" }, `Score: ${definition(pattern.metric).title} (${pattern.metric}): ${definition(pattern.metric).formula}. Source: ${definition(pattern.metric).source}.`,
      skipped.length ? ` Left out at export: ${skipped.join(", ")}.` : ""),
    notes(pattern, seen.k),
    wordingTable(pattern, seen.k),
    plots.map((plot) => plot.parts),
    versionsApart(pattern),
    verdictsApart(pattern),
    groupTable(pattern, scores, items, seen),
    itemList(items, rest, seen));
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
const KINDS = ["form", "slot", "language", "context", "generator"];

/** Each wording's own score and each kind's, their mean and the oracle, where items are asked in several wordings. */
function wordingTable(pattern, k) {
  const found = head.scores.filter((score) =>
    score.pattern === pattern.name && score.metric === pattern.metric && score.k === k && !score.by.average && !score.by.against && [...KINDS, "prompt", "prompts"].some((kind) => score.by[kind]));
  if (!found.length) return null;
  const names = [...new Set(found.map((score) => JSON.stringify(score.by)))];
  const kinds = (by) => KINDS.filter((each) => by[each]).map((each) => `${each}: ${by[each]}`).join(", ");
  const title = (by) => (kinds(by) ? kinds(by) : by.prompt ? `wording ${Number(by.prompt) + 1}` : by.prompts === "best" ? "best of each fact (an oracle)" : "mean of wordings");
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
  if (!score.denominator) return make("small", { class: "fold warn", title: score.note }, nothing(score.metric));
  const note = noteOf(score, "small");
  if (note.text.startsWith("worth")) return make("small", { class: "fold warn", title: score.note }, `worth ${count(note.numbers[0])} independent items, under ${head.small}`);
  const each = wordingsEach(score);
  const items = each > 1 ? `${count(score.denominator)} over ${count(each)} wordings: ${plural(Math.floor(score.denominator / each), "item")}, ` : "";
  return make("small", { class: "fold warn", title: score.note }, `${items}under ${head.small}`);
}

// ── Groups ──────────────────────────────────────────────────────────────────────────────────────
function groupTable(pattern, scores, items, seen) {
  const rows = groupRows(pattern, scores, seen.k);
  const whole = { group: null, title: "all groups", items: pattern.items ?? items.length };
  for (const run of head.runs.keys()) {
    for (const [name, metric] of [["score", pattern.metric], ["hit", "hit"]]) whole[`${name} ${run}`] = scoreOf(head.scores, run, pattern.name, metric, seen.k);
  }
  const columns = head.runs.flatMap((run, number) => [
    { title: head.runs.length > 1 ? named(number) : "Score", number: true, look: "num edge", value: (row) => row[`score ${number}`]?.value, cell: (row) => groupScore(row[`score ${number}`]) },
    { title: definition("hit").title, number: true, look: "num", value: (row) => row[`hit ${number}`]?.value, cell: (row) => (row[`score ${number}`] ? share(row[`hit ${number}`]?.value) : null) },
  ]);
  return [
    heading("h3", "groups-title", `Groups (${count(rows.length)})`),
    sortable("groups", "Scores of each group", [
      { title: "Group", value: (row) => row.title, cell: (row) => [groupLink(row.group ? groupWords(row.group, head.labels) : row.title, row.group, seen), row.group && row.title !== row.group ? make("small", { class: "id" }, row.group) : null] },
      ...(pattern.matches ? [{ title: "In the graph", number: true, look: "num", value: (row) => pattern.matches[row.group], cell: (row) => (row.group in pattern.matches ? count(pattern.matches[row.group]) : DASH) }] : []),
      { title: "Items", number: true, look: "num", value: (row) => row.items },
      ...(pattern.confidence ? [{ title: "Confidence", number: true, look: "num", value: (row) => pattern.confidence[row.group], cell: (row) => share(pattern.confidence[row.group]) }] : []),
      ...columns,
    ], rows, { first: [whole], order: sorting }),
  ];
}

function groupLink(title, group, seen) {
  return make("button", { class: "link", "aria-current": (seen.group ?? null) === group ? "true" : null, onclick: () => { listing.page = 0; show({ group }, "items-title"); } }, title);
}

/** A group in labels with its id behind them, where they differ. */
function groupTitle(group) {
  if (!group) return "all groups";
  return [groupWords(group, head.labels), groupName(group, head.labels) === group ? null : ` (${group})`];
}

/** The groups by code point, with each run's own score and plain hits. */
function groupRows(pattern, scores, k) {
  const found = new Map();
  for (const score of scores) {
    if (score.k !== k || Object.keys(score.by).length) continue;
    if (!found.has(score.group)) found.set(score.group, { group: score.group, title: groupName(score.group, head.labels), items: 0 });
    const row = found.get(score.group);
    row.items = Math.max(row.items, score.items);
    row.size = pattern.matches?.[row.group] ?? row.items;
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
  const sought = wordsOf(listing.words);
  return items.filter((item) => (!seen.group || item.group === seen.group) && wanted(item, seen.k) && holdsAll(item, sought));
}

/** The words that are sought: what holds them all is found, in any order and whatever their case. */
function wordsOf(text) {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

const texts = new WeakMap();

function holdsAll(item, sought) {
  if (!sought.length) return true;
  const text = textOf(item);
  return sought.every((word) => text.includes(word));
}

/** All texts in an item, small: names, prompts, answers, sentences, ids. Found once, and kept. */
function textOf(item) {
  if (!texts.has(item)) {
    const found = [];
    collectTexts(item, found);
    texts.set(item, found.join("\n").toLowerCase());
  }
  return texts.get(item);
}

function collectTexts(value, found) {
  if (typeof value === "string") found.push(value);
  else if (value && typeof value === "object") for (const each of Object.values(value)) collectTexts(each, found);
}

/** How long the page may be busy at once, and how long it waits for a next letter, in milliseconds. */
const BUSY = 30;
const WAITING = 200;

/** Find the texts of many items, with pauses in which the page answers its reader. */
async function findTexts(items) {
  let started = performance.now();
  for (const item of items) {
    textOf(item);
    if (performance.now() - started < BUSY) continue;
    await new Promise((resume) => { setTimeout(resume); });
    started = performance.now();
  }
}

/** What searches while one types: once nothing has been typed for a moment, and for the latest words alone. */
function searching(items, rest, draw) {
  let latest = 0;
  return async ({ target }) => {
    const { value } = target;
    const own = latest += 1;
    await new Promise((resume) => { setTimeout(resume, WAITING); });
    if (own === latest && value.trim()) await findTexts([...items, ...rest]);
    if (own !== latest || !target.isConnected || value === listing.words) return;
    Object.assign(listing, { page: 0, words: value });
    draw();
  };
}

/** The items that the page knows by name alone; a filter by answers cannot tell of them. */
function chosenOfRest(rest, seen) {
  if (!listing.words || listing.filter !== "all") return [];
  const sought = wordsOf(listing.words);
  return rest.filter((item) => (!seen.group || item.group === seen.group) && holdsAll(item, sought));
}

function itemList(items, rest, seen) {
  const pattern = patternOf(seen.pattern);
  const view = viewOf(seen.pattern);
  const options = view.filters(pattern).filter(([name]) => name !== "differ" || head.runs.length > 1);
  const found = make("span", { class: "quiet", role: "status", id: "found" });
  const list = make("div");
  const draw = () => drawFound(found, list, items, rest, seen);
  draw();
  return [
    heading("h3", "items-title", "Items of ", groupTitle(seen.group)),
    rest.length ? make("p", { class: "notice" }, `This page holds ${count(items.length)} of ${count(items.length + rest.length)} items with their answers: the first ${head.limit} of each group. Scores are over all items, and the search finds all.`) : null,
    make("div", { class: "tools" },
      make("label", { class: "plain" }, "Search", make("input", { id: "search", type: "search", dir: "auto", value: listing.words, placeholder: "words of an item", oninput: searching(items, rest, draw) })),
      make("label", { class: "plain" }, "Show", make("select", { id: "filter", onchange: (event) => again({ filter: event.target.value }, "filter") },
        options.map(([name, [title]]) => make("option", { value: name, selected: name === listing.filter }, title)))),
      view.tools(),
      found),
    make("p", { class: "key-line" }, view.keys(items, pattern).map(([kind, sign, said]) => make("span", {}, mark(kind, sign), ` ${said}`))),
    list,
  ];
}

/** Draw the pattern again with another choice of its items. */
function again(change, id) {
  Object.assign(listing, { page: 0, ...change });
  destination = id;
  redraw(true);
}

/** How many items were found, and those of one page. */
function drawFound(said, list, items, rest, seen) {
  const found = chosen(items, seen);
  const named = chosenOfRest(rest, seen);
  listing.page = Math.min(listing.page, Math.max(Math.ceil(found.length / PAGE) - 1, 0));
  const rows = found.slice(listing.page * PAGE, (listing.page + 1) * PAGE);
  fill(said, plural(found.length + named.length, "item"));
  fill(list,
    rows.length ? scrolling("Items", itemTable(rows, seen)) : named.length ? null : make("p", { class: "none" }, "No such items."),
    turner(found.length, listing.page, (page) => again({ page }, "items-title"), "items"),
    named.length ? restTable(named, patternOf(seen.pattern)) : null);
}

/** The first of the items that were found and that the page knows by name alone. */
function restTable(named, pattern) {
  const shown = named.slice(0, PAGE);
  return [
    make("h4", {}, "Found, but not on this page with their answers"),
    scrolling("Further items", make("table", { id: "rest" },
      make("thead", {}, make("tr", {}, ["Item", "Group", "Id"].map((title) => make("th", { scope: "col" }, title)))),
      make("tbody", {}, shown.map((item) => make("tr", {}, make("th", { scope: "row" }, viewOf(pattern.name).named(item)), make("td", {}, item.group), make("td", {}, make("code", {}, item.id))))))),
    make("p", { class: "quiet" }, `${shown.length < named.length ? `The first ${shown.length} of ${count(named.length)}. ` : ""}Each is a line of ${pattern.name}.jsonl in the benchmark, and of responses.jsonl in a run.`),
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
