import PriorityQueue from './PriorityQueue';
import { heuristic, neighbours, stepCost, tracePath } from './grid';

export default function astar(grid, start, target, diagonal) {
  const events = [];
  const previous = {};
  const cost = { [start.key]: 0 };
  const closed = new Set();
  const queue = new PriorityQueue();
  queue.push(start, heuristic(start, target, diagonal));

  while (queue.size > 0) {
    const cell = queue.pop();
    if (closed.has(cell.key)) {
      continue;
    }
    closed.add(cell.key);
    events.push({ type: 'visit', key: cell.key, line: 3 });
    if (cell === target) {
      break;
    }
    neighbours(grid, cell, diagonal).forEach(next => {
      const total = cost[cell.key] + stepCost(cell, next);
      if (cost[next.key] === undefined || total < cost[next.key]) {
        cost[next.key] = total;
        previous[next.key] = cell;
        queue.push(next, total + heuristic(next, target, diagonal));
        events.push({ type: 'open', key: next.key, line: 6 });
      }
    });
  }
  return { events, path: tracePath(previous, start, target) };
}
