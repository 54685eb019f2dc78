import { neighbours, tracePath } from './grid';

export default function bfs(grid, start, target, diagonal) {
  const events = [];
  const previous = {};
  const seen = new Set([start.key]);
  const queue = [start];

  while (queue.length > 0) {
    const cell = queue.shift();
    events.push({ type: 'visit', key: cell.key, line: 3 });
    if (cell === target) {
      break;
    }
    neighbours(grid, cell, diagonal).forEach(next => {
      if (!seen.has(next.key)) {
        seen.add(next.key);
        previous[next.key] = cell;
        queue.push(next);
        events.push({ type: 'open', key: next.key, line: 6 });
      }
    });
  }
  return { events, path: tracePath(previous, start, target) };
}
