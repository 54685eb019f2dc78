import astar from './astar';
import bfs from './bfs';
import dfs from './dfs';
import dijkstra from './dijkstra';
import greedy from './greedy';
import { cellAt, pathCost } from './grid';

const SEARCHES = { bfs, dfs, dijkstra, astar, greedy };

// One frame for every event; the cells of the path are drawn one by one after the search.
export default function pathFrames(id, grid, start, target, diagonal) {
  const from = cellAt(grid, start.row, start.col);
  const to = cellAt(grid, target.row, target.col);
  const { events, path } = SEARCHES[id](grid, from, to, diagonal);
  const cost = pathCost(path);
  const frames = [{ type: 'ready', key: -1, line: -1, visited: 0, length: 0 }];
  let visited = 0;

  events.forEach(event => {
    if (event.type === 'visit') {
      visited++;
    }
    frames.push({ ...event, visited, length: 0 });
  });
  path.forEach((cell, i) => {
    frames.push({ type: 'path', key: cell.key, line: 4, visited, length: i });
  });
  if (path.length === 0) {
    frames.push({ type: 'failed', key: -1, line: 7, visited, length: 0 });
  }
  return { frames, found: path.length > 0, cost };
}
