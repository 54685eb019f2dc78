const base = 2;
export enum Level { Low, High = base << 1, Mixed = Low | High, Text = "a||b".length }
export const enum Flag { None = 0, All = ~(~0 << 4) }
declare enum Far { Away = 1 }
export function local() {
  enum Inner { A = base > 1 ? 1 : 2, B = base || 3 }
  return Inner.A as Level | Far;
}
