// Facts that were asked one by one: an item's marks in the list, and its prompts and answers in the sheet.

VIEWS.facts = {
  title: (item) => statement(item.facts[0]),
  beside: (item) => (item.facts.length > 1 ? make("small", {}, joined(item.facts.slice(1).map(statement), "; ")) : null),
  named: (item) => item.title.split(/(; | → )/).map((part, number) => (number % 2 ? part : isolated(part))),
  link: "link",
  cell: (item, run, seen) => make("td", { class: "marks" }, item.facts.map((fact) => [kindsAsked(fact).map((kind) => factMark(fact, run, seen.k, patternOf(seen.pattern), kind)), " "])),
  parts: (item, seen) => item.facts.map((fact) => factPart(fact, seen.k, worth(fact, patternOf(seen.pattern)))),
  filters: (pattern) => Object.entries(FILTERS).filter(([name]) => offered(name, pattern)).map(([name, [title, wanted, neutrally]]) => [name, [neutral(pattern) ? neutrally : title, wanted]]),
  keys,
  tools: () => null,
};

// ── In the list ─────────────────────────────────────────────────────────────────────────────────
const FILTERS = {
  all: ["all items", () => true, "all items"],
  full: ["every fact right in some run", (item, k) => head.runs.some((run, number) => item.facts.every((fact) => right(fact, number, k))), "named by some run"],
  part: ["some facts right, not all", (item, k) => head.runs.some((run, number) => {
    const known = item.facts.filter((fact) => right(fact, number, k)).length;
    return known > 0 && known < item.facts.length;
  }), "named in part"],
  none: ["no fact hit", (item, k) => !head.runs.some((run, number) => item.facts.some((fact) => hits(fact, number, k))), "named by no run"],
  differ: ["runs differ", (item, k) => item.facts.some((fact) => new Set(head.runs.map((run, number) => hits(fact, number, k))).size > 1), "runs differ"],
  forms: ["forms disagree on a fact", (item, k) => item.facts.some((fact) => head.runs.some((run, number) => disagrees(fact, number, k))), "forms disagree on a fact"],
  judged: ["strict and legacy verdicts differ", (item) => item.facts.some((fact) => fact.runs.some((run) => run.some((response) => response.verdict !== response.legacy))), "strict and legacy verdicts differ"],
};

/** Whether a filter can find anything in a pattern. */
function offered(name, pattern) {
  return name === "forms" ? (pattern.forms ?? []).length > 1 : name === "judged" ? pattern.judged : true;
}

// ── Forms ───────────────────────────────────────────────────────────────────────────────────────
/** In which forms some run was asked a fact, the first one first. */
function kindsAsked(fact) {
  const asked = new Set(fact.runs.flatMap((run) => run.map((response) => fact.asks[response.prompt][0])));
  return [...new Set(fact.asks.map(([kind]) => kind))].filter((kind) => asked.has(kind));
}

/** What a run answered to a fact in one form; by default in the first one that was asked. */
function inKind(fact, run, kind = kindsAsked(fact)[0]) {
  return fact.runs[run].filter((response) => fact.asks[response.prompt][0] === kind);
}

/** Whether a run is right in the first wording of a form; null where it was not asked it. */
function rightIn(fact, run, k, kind) {
  const own = inKind(fact, run, kind).filter((response) => !response.error);
  const wording = (response) => fact.asks[response.prompt][1];
  const first = Math.min(...own.map(wording));
  return own.length ? own.filter((response) => wording(response) === first).every((response) => (response.rank !== null && response.rank <= k) !== (fact.holds === false)) : null;
}

/** Whether a run is right about a fact in some forms and wrong in others. */
function disagrees(fact, run, k) {
  return new Set(kindsAsked(fact).map((kind) => rightIn(fact, run, k, kind)).filter((is) => is !== null)).size > 1;
}

/** Whether any wording of a fact, in its first form, was hit in the first k. */
function hits(fact, run, k) {
  return inKind(fact, run).some((response) => response.rank !== null && response.rank <= k);
}

/** Whether a run is right about a fact: a hit, or none where the fact must not hold. */
function right(fact, run, k) {
  return hits(fact, run, k) !== (fact.holds === false);
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
function factMark(fact, run, k, pattern, form) {
  const responses = inKind(fact, run, form);
  const name = kindsAsked(fact).length > 1 ? `${fact.role}, ${form}` : fact.role;
  const asked = responses.filter((response) => !response.error);
  const target = asked.filter((response) => response.target !== null && response.target <= k).length;
  const hit = asked.filter((response) => response.rank !== null && response.rank <= k).length;
  const [kind, sign, said] = asked.length ? MARKS[worth(fact, pattern)][target ? "target" : hit ? "also" : "miss"] : ["error", "!", "could not be asked"];
  return mark(kind, asked.length > 1 && hit ? `${hit}/${asked.length}` : sign, `${name}: ${said}${asked.length > 1 ? `, in ${hit} of ${asked.length} wordings` : ""}`);
}

// ── In the sheet ────────────────────────────────────────────────────────────────────────────────
const NAMES = {
  right: { classes: [null, "also", "target"], said: ["", "also right", "target"], title: (number) => plural(number, "right answer") },
  false: { classes: [null, "false", "false"], said: ["", "false", "false"], title: () => "What would be false" },
  named: { classes: [null, "named", "named"], said: ["", "named", "named"], title: () => "What counts as named" },
};

function factPart(fact, k, worth) {
  const prompts = fact.prompts.map((text, number) => ({ text, number })).filter(({ number }) => fact.runs.some((run) => run.some((response) => response.prompt === number)));
  return make("section", { class: "fact" },
    make("h3", {}, fact.role),
    make("p", { class: "triple" }, ...[["b", fact.subject], ["i", fact.predicate], ["b", fact.object]].map(([tag, one]) => make(tag, {}, isolated(one.label)))),
    make("p", { class: "ids" }, [fact.subject, fact.predicate, fact.object].flatMap((each) => [entity(each), " "]), `· ${holds(fact)}`),
    fact.computed ? computedPart(fact.computed) : null,
    prompts.map(({ text, number }) => [prompt(text), askedAs(fact, number), make("div", { class: "columns" }, fact.runs.map((run, index) => responsePart(run.find((response) => response.prompt === number), index, k, worth)))]),
    make("h4", {}, NAMES[worth].title(fact.accepted.length)),
    make("ul", { class: "accepted" }, fact.accepted.map(([label, ...aliases], number) => make("li", {}, isolated(label), number === 0 ? make("small", {}, " (target)") : null, aliases.length ? make("small", {}, ", also ", joined(aliases.map(isolated), ", ")) : null))),
    fact.evidence.length ? make("h4", {}, "Evidence") : null,
    fact.evidence.map((each) => make("blockquote", {}, isolated(each.text), make("footer", {}, isolated(each.source)))));
}

/** How an answer was computed, and of which values. */
function computedPart({ how, values }) {
  const said = values.map(([of, value], number) => [number ? "; " : ": ", of.label ? isolated(of.label) : entity(of), " ", isolated(value)]);
  return make("p", { class: "quiet computed" }, `Computed (${how})`, said, ".");
}

/** Of which form a prompt is, where there are several, and what is right to say, where that is no name. */
function askedAs(fact, number) {
  const [kind, , gold] = fact.asks[number];
  const said = [kindsAsked(fact).length > 1 ? kind : null, gold ? ["right: ", isolated(gold)] : null].filter(Boolean);
  return said.length ? make("p", { class: "quiet asked-as" }, joined(said, ", ")) : null;
}

/** A prompt in the direction of its own letters; what marks its slot is none of them. */
function prompt(text) {
  const [before, ...after] = text.split("[MASK]");
  return make("p", { class: "prompt", dir: "auto" }, before, after.map((rest) => [make("span", { class: "slot", dir: "ltr" }, "answer"), rest]));
}

function responsePart(response, run, k, worth) {
  const title = make("h4", {}, named(run));
  if (!response) return make("div", {}, title, make("p", { class: "none" }, "not asked"));
  if (response.error) return make("div", {}, title, make("p", { class: "notice" }, response.error));
  if (response.tokens.length) return make("div", {}, title, tokenPart(response.tokens, k, worth));
  const rows = response.answers.map(([text, logprob, verdict], place) => make("tr", { class: NAMES[worth].classes[verdict] },
    make("td", { class: "num none" }, String(place + 1)),
    make("td", {}, text ? isolated(text) : make("i", {}, "empty")),
    logCell(logprob),
    make("td", {}, NAMES[worth].said[verdict])));
  const ranked = response.candidates ? `Target ranked ${response.target} of ${response.candidates} candidates.` : null;
  return make("div", {}, title,
    rows.length ? answerTable(["", "answer", "log p", ""], rows) : make("p", { class: "none" }, "no answer"),
    make("p", { class: "quiet" }, ranked ?? VERDICTS[worth](response.rank, response.rank !== null && response.rank <= k, k)),
    response.verdict ? make("p", { class: response.verdict === response.legacy ? "quiet" : "notice" }, `Judged ${response.verdict}${response.verdict === response.legacy ? "" : `; by the published rules ${response.legacy}`}.`) : null);
}

/** The tokens of the target, each with its rank at its own mask. */
function tokenPart(tokens, k, worth) {
  const early = tokens.filter(([, rank]) => rank <= k).length;
  const rows = tokens.map(([text, rank, logprob]) => make("tr", { class: rank <= k ? NAMES[worth].classes[2] : null },
    make("td", { class: "num" }, count(rank)), make("td", {}, make("code", {}, isolated(text))), logCell(logprob)));
  return [answerTable(["rank", "token", "log p"], rows),
    make("p", { class: "quiet" }, `${early} of the target’s ${plural(tokens.length, "token")} in the top ${k}, each at its own mask.`)];
}

function answerTable(names, rows) {
  return make("table", {},
    make("thead", {}, make("tr", {}, names.map((name) => (name ? make("th", { scope: "col", class: /rank|log/.test(name) ? "num" : null }, name) : make("td", {}))))),
    make("tbody", {}, rows));
}

function logCell(logprob) {
  return make("td", { class: "num", title: logprob === null ? null : `probability ${Math.exp(logprob).toPrecision(3)}` }, logprob === null ? DASH : logprob.toFixed(2));
}

const VERDICTS = {
  right: (rank, early, k) => (rank === null ? "No right answer in the list." : early ? `A hit: right at place ${rank}.` : `Right at place ${rank}, after the first ${k}.`),
  false: (rank, early, k) => (rank === null ? "What is false is not in the list." : early ? `Named, though false, at place ${rank}.` : `Named, though false, at place ${rank}, after the first ${k}.`),
  named: (rank, early, k) => (rank === null ? "Not named." : early ? `Named at place ${rank}.` : `Named at place ${rank}, after the first ${k}.`),
};
