import { neighbours, tracePath } from './grid';

export default function dfs(grid, start, target, diagonal) {
  const events = [];
  const previous = {};
  const visited = new Set();
  const stack = [start];

  while (stack.length > 0) {
    const cell = stack.pop();
    if (visited.has(cell.key)) {
      continue;
    }
    visited.add(cell.key);
    events.push({ type: 'visit', key: cell.key, line: 3 });
    if (cell === target) {
      break;
    }
    // reversed, so that the first neighbour is on top of the stack
    neighbours(grid, cell, diagonal).reverse().forEach(next => {
      if (!visited.has(next.key)) {
        previous[next.key] = cell;
        stack.push(next);
        events.push({ type: 'open', key: next.key, line: 6 });
      }
    });
  }
  return { events, path: tracePath(previous, start, target) };
}
