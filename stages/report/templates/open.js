"use strict";
// A link opens what it names: every closed part around it, and those inside it.
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!named) return;
  for (let part = named; part; part = part.parentElement) {
    if (part.localName === "details") part.open = true;
  }
  if (named.localName === "tr") for (const part of named.querySelectorAll("details")) part.open = true;
  named.scrollIntoView();
}
addEventListener("hashchange", openNamed);
if (location.hash) openNamed();
