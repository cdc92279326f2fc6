// One item, in a sheet over the page: its facts, prompts, the models' answers, what was right and why.

async function drawItem(seen) {
  const sheet = byId("item");
  const { items } = await part(seen.pattern);
  const item = items.find((each) => each.id === seen.item);
  if (!item) {
    if (sheet.open) sheet.close();
    return;
  }
  const { written } = patternOf(seen.pattern);
  const order = chosen(items, seen);
  const place = order.indexOf(item);
  fill(sheet, make("div", { class: "sheet" },
    make("div", { class: "bar" },
      make("div", { class: "tools" }, step("← Previous", order[place - 1]), step("Next →", place < 0 ? undefined : order[place + 1])),
      make("button", { class: "plain", id: "close", onclick: () => sheet.close() }, "Close")),
    make("h2", { id: "item-title", tabindex: "-1" }, written ? item.text : statement(item.facts[0])),
    make("p", { class: "quiet" }, `${seen.pattern}, group `, make("code", {}, item.group), ", item ", make("code", {}, item.id)),
    written ? textParts(item) : item.facts.map((fact) => factPart(fact, seen.k, worth(fact, patternOf(seen.pattern))))));
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
  byId("item-title").focus({ preventScroll: true });
}

function step(title, item) {
  return make("button", { class: "plain", disabled: !item, onclick: () => item && go({ item: item.id }) }, title);
}

function closed() {
  const { item } = read();
  if (item) show({ item: null }, byId(`open-${item}`) ? `open-${item}` : "items-title");
}

const NAMES = {
  right: { classes: [null, "also", "target"], said: ["", "also right", "target"], title: (number) => plural(number, "right answer") },
  false: { classes: [null, "false", "false"], said: ["", "false", "false"], title: () => "What would be false" },
  named: { classes: [null, "named", "named"], said: ["", "named", "named"], title: () => "What counts as named" },
};

function factPart(fact, k, worth) {
  const prompts = fact.prompts.map((text, number) => ({ text, number })).filter(({ number }) => fact.runs.some((run) => run.some((response) => response.prompt === number)));
  return make("section", { class: "fact" },
    make("h3", {}, fact.role),
    make("p", { class: "triple" }, make("b", {}, fact.subject.label), make("i", {}, fact.predicate.label), make("b", {}, fact.object.label)),
    make("p", { class: "ids" }, [fact.subject, fact.predicate, fact.object].flatMap((each) => [entity(each), " "]), `· ${holds(fact)}`),
    prompts.map(({ text, number }) => [prompt(text), make("div", { class: "columns" }, fact.runs.map((run, index) => responsePart(run.find((response) => response.prompt === number), index, k, worth)))]),
    make("h4", {}, NAMES[worth].title(fact.accepted.length)),
    make("ul", { class: "accepted" }, fact.accepted.map(([label, ...aliases], number) => make("li", {}, label, number === 0 ? make("small", {}, " (target)") : null, aliases.length ? make("small", {}, `, also ${aliases.join(", ")}`) : null))),
    fact.evidence.length ? make("h4", {}, "Evidence") : null,
    fact.evidence.map((each) => make("blockquote", {}, each.text, make("footer", {}, each.source))));
}

function prompt(text) {
  const [before, ...after] = text.split("[MASK]");
  return make("p", { class: "prompt" }, before, after.map((rest) => [make("span", { class: "slot" }, "answer"), rest]));
}

function responsePart(response, run, k, worth) {
  const title = make("h4", {}, named(run));
  if (!response) return make("div", {}, title, make("p", { class: "none" }, "not asked"));
  if (response.error) return make("div", {}, title, make("p", { class: "notice" }, response.error));
  if (response.tokens.length) return make("div", {}, title, tokenPart(response.tokens, k, worth));
  const rows = response.answers.map(([text, logprob, verdict], place) => make("tr", { class: NAMES[worth].classes[verdict] },
    make("td", { class: "num none" }, String(place + 1)),
    make("td", {}, text || make("i", {}, "empty")),
    logCell(logprob),
    make("td", {}, NAMES[worth].said[verdict])));
  const ranked = response.candidates ? `Target ranked ${response.target} of ${response.candidates} candidates.` : null;
  return make("div", {}, title,
    rows.length ? answerTable(["", "answer", "log p", ""], rows) : make("p", { class: "none" }, "no answer"),
    make("p", { class: "quiet" }, ranked ?? VERDICTS[worth](response.rank, response.rank !== null && response.rank <= k, k)));
}

/** The tokens of the target, each with its rank at its own mask. */
function tokenPart(tokens, k, worth) {
  const early = tokens.filter(([, rank]) => rank <= k).length;
  const rows = tokens.map(([text, rank, logprob]) => make("tr", { class: rank <= k ? NAMES[worth].classes[2] : null },
    make("td", { class: "num" }, count(rank)), make("td", {}, make("code", {}, text)), logCell(logprob)));
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
