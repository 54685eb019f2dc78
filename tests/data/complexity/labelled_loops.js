export function find(grid, wanted) {
  outer: for (let y = 0; y < grid.length; y++) {
    inner: for (const x in grid[y]) {
      if (grid[y][x] === wanted) break outer;
      if (!grid[y][x]) continue inner;
    }
  }
  block: { if (wanted) break block; }
  for (;;) { break; }
  for (var i = 0, n = wanted ? 1 : 2; i < n; i++);
  do ; while (false)
  while (wanted--) if (wanted) ; else continue
}
