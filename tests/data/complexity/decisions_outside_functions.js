const debug = process.env.DEBUG || process.argv.includes("--debug");
if (debug && console) {
  console.log(debug ? "on" : "off");
}
for (const name of ["a", "b"]) {
  while (name === "c") break;
}
try { JSON.parse("{"); } catch { globalThis.broken ??= true; }
switch (debug) { case true: break; default: }
const onlyFunction = () => debug;
