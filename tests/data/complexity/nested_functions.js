export function outer(a) {
  if (a) {
    return function middle(b) {
      return b ? () => a || b : () => a && b;
    };
  }
  function hoisted() { return a ?? null; }
  return [1, 2].map((x) => x > 1 ? x : hoisted());
}
