export const curried = (a: number) => (b: number) => (c: number) => a && b && c;
export const pipeline = (rows: number[][]) =>
  rows
    .filter((row) => row.length > 0 || rows.length === 1)
    .map((row) => row.reduce((sum, x) => sum + (x > 0 ? x : 0), 0))
    .flatMap((x) => (x ? [x] : []))
    .sort((x, y) => x - y);
