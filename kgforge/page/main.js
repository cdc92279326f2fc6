// The page follows its address: a change of the address is a change of what is seen.

let destination = null;
const drawn = { charts: [] };

/** Draw what the address says and does not stand there yet; *afresh*: the pattern in any case. */
async function redraw(afresh = false) {
  const seen = read();
  const overview = String(seen.k);
  const detail = [seen.k, seen.pattern, seen.group].join(" ");
  if (drawn.overview !== overview) drawOverview(seen.k);
  if (drawn.pattern !== seen.pattern) sorting.page = order.page = listing.page = 0;
  if (drawn.detail !== detail || afresh) {
    drawTabs(seen);
    await drawPattern(seen);
  }
  await drawItem(seen);
  Object.assign(drawn, { overview, detail, pattern: seen.pattern });
  arrive(cited());
  document.documentElement.dataset.ready = location.hash;
}

function drawOverview(k) {
  for (const input of document.querySelectorAll("#switch input")) input.checked = Number(input.value) === k;
  drawLead(k);
  drawHeadline(k);
  drawPlot(k);
  drawComparisons(k);
}

/** Change what is seen, and go to where it is: the element with that id. */
function show(change, target) {
  const before = location.hash;
  destination = target;
  go(change);
  if (location.hash === before) redraw();
}

function arrive(otherwise) {
  const place = destination ? byId(destination) : otherwise;
  destination = null;
  if (!place) return;
  const itself = place.matches("button, select");
  if (!itself) place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: itself ? "nearest" : "start" });
}

anchorHeadings();
readyToPrint(() => [...charts.values(), ...drawn.charts]);
drawHead();
drawLegend();
drawAbout();
drawSide();
drawCorrelations();
byId("switch").hidden = !head.ks.length;
byId("switch").append(...head.ks.map((k) => make("label", {},
  make("input", { type: "radio", name: "k", value: k, onchange: () => go({ k }) }), make("span", {}, `top ${k}`))));
byId("item").addEventListener("close", closed);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("scores").focus();
  byId("scores").scrollIntoView();
});
addEventListener("hashchange", () => redraw());
addEventListener("resize", () => { drawPlot(read().k); drawn.charts.forEach((each) => each.resize()); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { drawn.overview = drawn.detail = null; redraw(); });
await redraw();
