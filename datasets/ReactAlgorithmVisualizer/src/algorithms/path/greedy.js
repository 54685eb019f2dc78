import { heuristic, neighbours, tracePath } from './grid';

export default function greedy(grid, start, target, diagonal) {
  const events = [];
  const previous = {};
  const seen = new Set([start.key]);
  const open = [start];

  while (open.length > 0) {
    open.sort((a, b) => heuristic(a, target, diagonal) - heuristic(b, target, diagonal));
    const cell = open.shift();
    events.push({ type: 'visit', key: cell.key, line: 3 });
    if (cell === target) {
      break;
    }
    neighbours(grid, cell, diagonal).forEach(next => {
      if (!seen.has(next.key)) {
        seen.add(next.key);
        previous[next.key] = cell;
        open.push(next);
        events.push({ type: 'open', key: next.key, line: 6 });
      }
    });
  }
  return { events, path: tracePath(previous, start, target) };
}
