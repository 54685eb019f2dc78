export const MUD = 5;

const STRAIGHT = [[-1, 0], [0, 1], [1, 0], [0, -1]];
const DIAGONAL = [[-1, 1], [1, 1], [1, -1], [-1, -1]];

export function createGrid(rows, cols) {
  const cells = [];
  for (let row = 0; row < rows; row++) {
    cells.push([]);
    for (let col = 0; col < cols; col++) {
      cells[row].push({ key: row * cols + col, row, col, wall: false, weight: 1 });
    }
  }
  return { rows, cols, cells };
}

export function cellAt(grid, row, col) {
  return grid.cells[row] && grid.cells[row][col];
}

export function isFree(grid, row, col) {
  const cell = cellAt(grid, row, col);
  return Boolean(cell) && !cell.wall;
}

// Free cells around a cell. A diagonal step may not squeeze past the corner of a wall.
export function neighbours(grid, cell, diagonal) {
  const found = [];
  STRAIGHT.forEach(([down, right]) => {
    if (isFree(grid, cell.row + down, cell.col + right)) {
      found.push(cellAt(grid, cell.row + down, cell.col + right));
    }
  });
  if (diagonal) {
    DIAGONAL.forEach(([down, right]) => {
      if (
        isFree(grid, cell.row + down, cell.col + right) &&
        isFree(grid, cell.row + down, cell.col) &&
        isFree(grid, cell.row, cell.col + right)
      ) {
        found.push(cellAt(grid, cell.row + down, cell.col + right));
      }
    });
  }
  return found;
}

// Entering a cell costs its weight, times the square root of 2 for a diagonal step.
export function stepCost(from, to) {
  return to.weight * (from.row !== to.row && from.col !== to.col ? Math.SQRT2 : 1);
}

// Never more than the real cost: Manhattan distance, or octile distance where diagonal steps are allowed.
export function heuristic(from, to, diagonal) {
  const down = Math.abs(from.row - to.row);
  const right = Math.abs(from.col - to.col);
  if (diagonal) {
    return Math.max(down, right) + (Math.SQRT2 - 1) * Math.min(down, right);
  }
  return down + right;
}

// Turns the predecessors into the list of cells from the start to the target; [] when it was not reached.
export function tracePath(previous, start, target) {
  if (start !== target && !previous[target.key]) {
    return [];
  }
  const path = [target];
  while (path[0] !== start) {
    path.unshift(previous[path[0].key]);
  }
  return path;
}

export function pathCost(path) {
  return path.reduce((sum, cell, i) => (i === 0 ? 0 : sum + stepCost(path[i - 1], cell)), 0);
}
