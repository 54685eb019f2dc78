// queens[row] is the column of the queen in that row.
export function conflictRow(queens, row, col) {
  for (let other = 0; other < row; other++) {
    const distance = row - other;
    if (queens[other] === col || Math.abs(queens[other] - col) === distance) {
      return other;
    }
  }
  return -1;
}

export function* solveQueens(size, findAll) {
  const queens = [];
  const solutions = [];
  let checks = 0;
  let steps = 0;

  const frame = (status, row, col, line, attacker = -1) => ({
    queens: queens.slice(),
    status,
    row,
    col,
    attacker,
    line,
    checks,
    backtracks: steps,
    solutions: solutions.slice()
  });

  function* place(row) {
    if (row === size) {
      solutions.push(queens.slice());
      yield frame('solution', -1, -1, 1);
      return;
    }
    for (let col = 0; col < size; col++) {
      checks++;
      const attacker = conflictRow(queens, row, col);
      if (attacker !== -1) {
        yield frame('conflict', row, col, 3, attacker);
        continue;
      }
      queens.push(col);
      yield frame('placed', row, col, 4);
      yield* place(row + 1);
      if (solutions.length > 0 && !findAll) {
        return;
      }
      queens.pop();
      steps++;
      yield frame('removed', row, col, 6);
    }
  }

  yield frame('ready', -1, -1, -1);
  yield* place(0);
  yield frame(solutions.length > 0 ? 'done' : 'failed', -1, -1, -1);
}

export default function queensFrames(size, findAll) {
  return Array.from(solveQueens(size, findAll));
}
