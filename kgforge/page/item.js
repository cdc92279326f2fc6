// One item, in a sheet over the page; what is in it, the form of its questions says.

async function drawItem(seen) {
  const sheet = byId("item");
  const { items } = await part(seen.pattern);
  const item = items.find((each) => each.id === seen.item);
  if (!item) {
    if (sheet.open) sheet.close();
    return;
  }
  const view = viewOf(seen.pattern);
  const order = chosen(items, seen);
  const place = order.indexOf(item);
  fill(sheet, make("div", { class: "sheet" },
    make("div", { class: "bar" },
      make("div", { class: "tools" }, step("← Previous", order[place - 1]), step("Next →", place < 0 ? undefined : order[place + 1])),
      make("button", { class: "plain", id: "close", onclick: () => sheet.close() }, "Close")),
    make("h2", { id: "item-title", tabindex: "-1" }, view.title(item)),
    make("p", { class: "quiet" }, `${seen.pattern}, group `, make("code", {}, item.group), ", item ", make("code", {}, item.id)),
    view.parts(item, seen)));
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
