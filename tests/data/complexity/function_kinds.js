function declared() {}
const expressed = function () {};
const named = function inner() { return inner; };
const arrow = () => 1;
const block = () => { return 2; };
function* counter() { yield 1; }
const generated = function* () { yield* counter(); };
async function waiting() { await declared(); }
const waitingArrow = async () => waiting();
async function* pages() { yield 1; }
(function () { expressed(); })();
(() => { arrow(); block(); })();
new Function("a", "return a || 1");
export default function () { return [named, generated, waitingArrow, pages]; }
