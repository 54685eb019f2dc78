export default {
  id: 'queens',
  title: 'Queens',
  summary: 'Backtracking: n queens on a board, none of which attacks another.',
  algorithms: [
    {
      id: 'backtracking',
      name: 'n queens',
      complexity: { best: 'O(n)', average: 'O(n!)', worst: 'O(n!)', space: 'O(n)' },
      description: 'Sets one queen per row and takes the last one back when no column is left.',
      code: [
        'place(row)',
        '  if row = n: report the solution',
        '  for col = 0 to n - 1',
        '    if a queen above attacks (row, col): next column',
        '    put a queen on (row, col)',
        '    place(row + 1)',
        '    take the queen away'
      ]
    }
  ]
};
