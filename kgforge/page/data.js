// The data that lies in the page: the head as JSON, each pattern's part compressed.

const head = JSON.parse(byId("head").textContent);
const parts = new Map();

/** The patterns whose facts were asked one by one, and those of whose sentences triples were written. */
const asked = head.patterns.filter((pattern) => !pattern.written);
const written = head.patterns.filter((pattern) => pattern.written);

/** How an item looks, for each form of questions: a script of its own enters it here. */
const VIEWS = {};

function viewOf(name) {
  return VIEWS[patternOf(name).view];
}

/** A pattern's groups' scores and its items; unpacked once, when first wanted. */
function part(name) {
  if (!parts.has(name)) parts.set(name, unpack(head.patterns.findIndex((pattern) => pattern.name === name)));
  return parts.get(name);
}

async function unpack(number) {
  const packed = Uint8Array.from(atob(byId(`pattern-${number}`).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

/** The score of a run, pattern, metric and k whose slice is just *by*; null when there is none. */
function scoreOf(scores, run, pattern, metric, k, by = {}, group = null) {
  const wanted = JSON.stringify(by);
  return scores.find((score) =>
    score.run === run && score.pattern === pattern && score.metric === metric
    && score.k === k && score.group === group && JSON.stringify(score.by) === wanted) ?? null;
}

function patternOf(name) {
  return head.patterns.find((pattern) => pattern.name === name);
}

/** What the address says is to be seen: `#pattern=symmetry&group=wdt:P26&item=…&k=1`. */
function read() {
  const said = new URLSearchParams(location.hash.slice(1));
  const k = Number(said.get("k"));
  return {
    k: head.ks.includes(k) ? k : head.ks[0],
    pattern: patternOf(said.get("pattern")) ? said.get("pattern") : head.patterns[0]?.name,
    group: said.get("group"),
    item: said.get("item"),
  };
}

/** The address of a view that differs from the present one in what is given. */
function address(change) {
  const wanted = { ...read(), ...change };
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) if (value) said.set(name, value);
  return `#${said}`;
}

function go(change) {
  location.hash = address(change);
}
