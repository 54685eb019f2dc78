import { randomInt } from '../../utils/random';

// Recursive division: splits the chamber by a wall with one gap until the chambers are too small.
// Walls stand on odd rows and columns, gaps on even ones, so that no wall can close a gap.
function divide(grid, top, left, bottom, right) {
  const height = bottom - top + 1;
  const width = right - left + 1;
  if (height < 3 || width < 3) {
    return;
  }

  if (height > width || (height === width && Math.random() < 0.5)) {
    const wall = top + 1 + 2 * randomInt(0, Math.floor((height - 3) / 2));
    const gap = left + 2 * randomInt(0, Math.floor((width - 1) / 2));
    for (let col = left; col <= right; col++) {
      grid.cells[wall][col].wall = col !== gap;
    }
    divide(grid, top, left, wall - 1, right);
    divide(grid, wall + 1, left, bottom, right);
  } else {
    const wall = left + 1 + 2 * randomInt(0, Math.floor((width - 3) / 2));
    const gap = top + 2 * randomInt(0, Math.floor((height - 1) / 2));
    for (let row = top; row <= bottom; row++) {
      grid.cells[row][wall].wall = row !== gap;
    }
    divide(grid, top, left, bottom, wall - 1);
    divide(grid, top, wall + 1, bottom, right);
  }
}

export function divisionMaze(grid) {
  divide(grid, 0, 0, grid.rows - 1, grid.cols - 1);
}

export function scatter(grid) {
  grid.cells.forEach(row => row.forEach(cell => {
    const dice = Math.random();
    cell.wall = dice < 0.25;
    cell.weight = dice > 0.85 ? 5 : 1;
  }));
}
