const key = "k";
export const api = {
  get size() { return this.list ? this.list.length : 0; },
  set size(value) { this.list.length = value; },
  plain() { return 1; },
  async load() { for await (const x of []) await x; },
  *walk() { yield key || 1; },
  async *stream() {},
  [key]() {},
  "quoted name"() { return key && 2; },
  42() {},
  arrow: () => key,
  classic: function () { return key ?? 3; },
  get: 1, set: 2, async: 3, static: 4,
  get get() { return 5; },
  async async() {},
  value: key ? "outside" : "function",
};
