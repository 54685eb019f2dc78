export default {
  id: 'life',
  title: 'Game of life',
  summary: 'Conway\'s cells are born, live on or die. Draw your own.',
  algorithms: [
    {
      id: 'conway',
      name: 'Game of life',
      complexity: { best: 'O(n)', average: 'O(n)', worst: 'O(n)', space: 'O(n)' },
      description: 'Every cell looks at its eight neighbours: three make a new cell, ' +
        'two or three keep one alive.',
      code: [
        'for every cell',
        '  count the living neighbours',
        '  dead and 3 neighbours: is born',
        '  alive and 2 or 3 neighbours: lives on',
        '  otherwise: dies'
      ]
    }
  ]
};
