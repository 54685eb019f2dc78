// The page of one item: saves every change at once, chooses files, and answers to keys. Without it the form still works.

const form = document.getElementById("rating");
const status = document.getElementById("status");
const note = document.getElementById("note");

function show(text, kind) {
  if (status.textContent === text && status.className === kind) return;
  status.textContent = text;
  status.className = kind;
}

// --- saving: one request at a time, and always the latest state of the form ---
let pending = false;
let sending = false;
let writing = 0;
let typed = false;

function save() {
  typed = false;
  pending = true;
  if (!sending) send();
}

async function send() {
  sending = true;
  clearTimeout(writing);
  while (pending) {
    pending = false;
    show("Saving …", "");
    try {
      await post();
    } catch (problem) {
      show(`Not saved: ${problem.message}`, "failed");
      if (problem.again) {
        pending = true;
        await new Promise((done) => setTimeout(done, 1500));
      }
    }
  }
  sending = false;
}

async function post() {
  let reply;
  try {
    reply = await fetch(form.action, {
      method: "POST", headers: { Accept: "application/json" }, body: new URLSearchParams(new FormData(form)),
    });
  } catch {
    throw Object.assign(new Error("the application does not answer. Start it again; this page goes on trying."), { again: true });
  }
  const said = await reply.json();
  if (!reply.ok) throw new Error(said.problem);
  saved(said);
}

function saved(said) {
  document.getElementById("progress").value = said.progress.done;
  document.getElementById("done-count").textContent = said.progress.done;
  document.getElementById("next").href = said.next ? `/${said.next}` : "/";
  document.getElementById("withdraw").hidden = false;
  show(said.done ? "Saved" : "Kept as begun", said.done ? "saved" : "");
}

// --- what the page shows of the form ---
function reflect() {
  for (const scale of form.querySelectorAll("[data-metric]")) {
    const chosen = scale.querySelector("input:checked");
    for (const step of scale.querySelectorAll("[data-points]")) {
      step.classList.toggle("near", chosen !== null && Math.abs(step.dataset.points - chosen.value) < 1);
    }
  }
  for (const list of form.querySelectorAll(".ticks")) {
    list.previousElementSibling.querySelector(".ticked").textContent = list.querySelectorAll(":checked").length;
  }
}

let metric = null;

function activate(name) {
  metric = name;
  for (const scale of form.querySelectorAll("[data-metric]")) scale.classList.toggle("active", scale.dataset.metric === name);
}

function choose(name, value) {
  const input = form.querySelector(`input[name="${name}"][value="${value}"]`);
  if (!input) return;
  input.focus();
  if (input.checked) return;
  input.checked = true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function half() {
  const chosen = metric && form.querySelector(`input[name="${metric}"]:checked`);
  if (chosen) choose(metric, chosen.value.endsWith(".5") ? Math.floor(chosen.value) : Number(chosen.value) + 0.5);
}

function focusScale(name) {
  const scale = form.querySelector(`[data-metric="${name}"]`);
  if (scale) (scale.querySelector("input:checked") || scale.querySelector("input")).focus();
}

function focusList() {
  const boxes = [...form.querySelectorAll(".ticks input")];
  const list = form.querySelector(".checklist");
  if (!list) return;
  list.open = true;
  (boxes.find((box) => !box.checked) || boxes[0]).focus();
}

function moveInList(step) {
  const boxes = [...form.querySelectorAll(".ticks input")];
  const place = boxes.indexOf(document.activeElement);
  if (place >= 0) boxes[(place + step + boxes.length) % boxes.length].focus();
}

function unfold(...names) {
  const block = names.map((name) => document.getElementById(name)).find(Boolean);
  if (!block) return;
  block.open = !block.open;
  if (block.open) block.scrollIntoView({ block: "start" });
}

async function go(id) {
  // leaving waits for what is being saved, so that nothing typed is lost
  clearTimeout(writing);
  if (form && typed) save();
  while (sending) await new Promise((done) => setTimeout(done, 20));
  if (!pending && !(status && status.className === "failed")) location.assign(document.getElementById(id).href);
}

const KEYS = {
  a: () => focusScale("accuracy"), c: () => focusScale("completeness"), ".": half,
  y: () => choose("passed", "yes"), x: () => choose("passed", "no"),
  f: () => stepFile(1), d: () => stepFile(-1), n: () => note.focus(), l: focusList, o: () => unfold("task"), t: () => unfold("transcript", "answer"),
  "?": () => unfold("keys"), j: () => go("following"), k: () => go("previous"), Enter: () => go("next"),
};
for (const digit of "01234") KEYS[digit] = () => metric && choose(metric, digit);

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const target = event.target;
  if (target === note) {
    if (event.key === "Escape") note.blur();
    return;
  }
  const box = target.type === "checkbox";
  if (box && ["ArrowDown", "ArrowUp"].includes(event.key)) {
    event.preventDefault();
    return moveInList(event.key === "ArrowDown" ? 1 : -1);
  }
  if (event.key === "Enter" && target.matches("a, button, summary")) return;
  const act = KEYS[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
}

// --- files: choosing one shows it, and beside it the one of the other side that belongs with it ---
function showFile(link) {
  const side = link.dataset.side;
  for (const other of document.querySelectorAll(`.file-link[data-side="${side}"]`)) other.classList.toggle("chosen", other === link);
  const pane = document.querySelector(`[data-pane="${side}"]`);
  for (const child of pane.children) child.hidden = `#${child.id}` !== link.hash;
  pane.scrollTop = 0;
}

function chooseFile(link) {
  showFile(link);
  const twin = [...document.querySelectorAll(".file-link")].find(
    (other) => other.dataset.side !== link.dataset.side && other.dataset.path === link.dataset.twin);
  if (twin) {
    showFile(twin);
    bringIntoList(twin);
  }
}

function bringIntoList(link) {
  const list = link.closest("ul");
  list.scrollTop = link.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function stepFile(step) {
  // through what was delivered, else what was there before; the pane takes the focus, so that the usual keys scroll it
  const listed = (side) => [...document.querySelectorAll(`.file-link[data-side="${side}"]`)];
  const links = [listed("new"), listed("old")].find((found) => found.length);
  if (!links) return;
  const place = links.findIndex((link) => link.classList.contains("chosen"));
  const link = links[(place + step + links.length) % links.length];
  chooseFile(link);
  bringIntoList(link);
  document.getElementById("files").scrollIntoView({ block: "start" });
  document.querySelector(`[data-pane="${link.dataset.side}"]`).focus({ preventScroll: true });
}

function startForm() {
  form.addEventListener("change", () => { reflect(); save(); });
  form.addEventListener("input", (event) => {
    if (event.target !== note) return;
    typed = true;
    clearTimeout(writing);
    writing = setTimeout(save, 400);
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); go("next"); });
  form.addEventListener("focusin", (event) => {
    const scale = event.target.closest("[data-metric]");
    activate(scale ? scale.dataset.metric : metric);
  });
  addEventListener("beforeunload", (event) => { if (pending || sending || typed) event.preventDefault(); });
  reflect();
  activate(form.querySelector("[data-metric]") ? "accuracy" : null);
}

if (form) startForm();
if (form) document.addEventListener("keydown", onKey);
else document.addEventListener("keydown", (event) => {
  const next = document.getElementById("next");
  if (event.key === "Enter" && next && !event.target.matches("a, button")) location.assign(next.href);
});
for (const link of document.querySelectorAll(".file-link")) {
  link.addEventListener("click", (event) => { event.preventDefault(); chooseFile(link); });
}
for (const side of ["new", "old"]) {
  const first = document.querySelector(`.file-link[data-side="${side}"]`);
  if (first && !document.querySelector(`.file-link.chosen[data-side="${side}"]`)) chooseFile(first);
}
