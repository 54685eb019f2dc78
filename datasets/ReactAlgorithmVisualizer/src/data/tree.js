export default {
  id: 'tree',
  title: 'Search tree',
  summary: 'Insert, find and delete values in a binary search tree, or walk through it.',
  algorithms: [
    {
      id: 'bst',
      name: 'Binary search tree',
      complexity: { best: 'O(log n)', average: 'O(log n)', worst: 'O(n)', space: 'O(n)' },
      description: 'Smaller values are on the left, larger ones on the right. Sorted input makes it a list: ' +
        'try Balance.',
      code: [
        'empty place: it is not here (insert: put it here)',
        'value = node: found',
        'value < node: go left',
        'value > node: go right',
        'delete: the only child moves up',
        'delete with two children: the next larger value takes the place'
      ]
    }
  ]
};
