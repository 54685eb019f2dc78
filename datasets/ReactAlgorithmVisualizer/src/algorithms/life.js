export const PATTERNS = {
  glider: ['.X.', '..X', 'XXX'],
  spaceship: ['.X..X', 'X....', 'X...X', 'XXXX.'],
  rPentomino: ['.XX', 'XX.', '.X.'],
  gun: [
    '........................X...........',
    '......................X.X...........',
    '............XX......XX............XX',
    '...........X...X....XX............XX',
    'XX........X.....X...XX..............',
    'XX........X...X.XX....X.X...........',
    '..........X.....X.......X...........',
    '...........X...X....................',
    '............XX......................'
  ]
};

export function emptyBoard(rows, cols) {
  return Array.from({ length: rows }, () => Array(cols).fill(false));
}

export function randomBoard(rows, cols, density) {
  return emptyBoard(rows, cols).map(row => row.map(() => Math.random() * 100 < density));
}

export function stamp(rows, cols, pattern) {
  const board = emptyBoard(rows, cols);
  const top = Math.floor((rows - pattern.length) / 2);
  const left = Math.floor((cols - pattern[0].length) / 2);
  pattern.forEach((line, row) => line.split('').forEach((char, col) => {
    board[top + row][left + col] = char === 'X';
  }));
  return board;
}

export function countNeighbours(board, row, col, wrap) {
  const rows = board.length;
  const cols = board[0].length;
  let count = 0;
  for (let down = -1; down <= 1; down++) {
    for (let right = -1; right <= 1; right++) {
      if (down === 0 && right === 0) {
        continue;
      }
      let r = row + down;
      let c = col + right;
      if (wrap) {
        r = (r + rows) % rows;
        c = (c + cols) % cols;
      }
      if (board[r] && board[r][c]) {
        count++;
      }
    }
  }
  return count;
}

export function nextGeneration(board, wrap) {
  return board.map((line, row) => line.map((alive, col) => {
    const count = countNeighbours(board, row, col, wrap);
    return count === 3 || (alive && count === 2);
  }));
}

export function population(board) {
  return board.reduce((sum, row) => sum + row.filter(Boolean).length, 0);
}
