export default {
  id: 'sorting',
  title: 'Sorting',
  summary: 'Bars that find their place. Choose the kind of data and the number of values.',
  algorithms: [
    {
      id: 'bubble',
      name: 'Bubble sort',
      complexity: { best: 'O(n)', average: 'O(n²)', worst: 'O(n²)', space: 'O(1)' },
      description: 'Compares neighbours and swaps them until nothing is left to swap. ' +
        'Large values bubble to the end.',
      code: [
        'for end = n - 1 down to 1',
        '  swapped = false',
        '  for i = 0 to end - 1',
        '    if a[i] > a[i + 1]',
        '      swap a[i], a[i + 1]; swapped = true',
        '  if not swapped: stop'
      ]
    },
    {
      id: 'insertion',
      name: 'Insertion sort',
      complexity: { best: 'O(n)', average: 'O(n²)', worst: 'O(n²)', space: 'O(1)' },
      description: 'Takes one value after the other and pushes the larger ones before it up to make room. ' +
        'Very good on nearly sorted data.',
      code: [
        'for i = 1 to n - 1',
        '  value = a[i]',
        '  j = i - 1',
        '  while j >= 0 and a[j] > value',
        '    a[j + 1] = a[j]',
        '    j = j - 1',
        '  a[j + 1] = value'
      ]
    },
    {
      id: 'selection',
      name: 'Selection sort',
      complexity: { best: 'O(n²)', average: 'O(n²)', worst: 'O(n²)', space: 'O(1)' },
      description: 'Looks for the smallest of the remaining values and swaps it to the front. Few writes, ' +
        'many comparisons.',
      code: [
        'for i = 0 to n - 2',
        '  smallest = i',
        '  for j = i + 1 to n - 1',
        '    if a[j] < a[smallest]',
        '      smallest = j',
        '  swap a[i], a[smallest]'
      ]
    },
    {
      id: 'merge',
      name: 'Merge sort',
      complexity: { best: 'O(n log n)', average: 'O(n log n)', worst: 'O(n log n)', space: 'O(n)' },
      description: 'Sorts both halves and merges them. Stable, but it needs a second list.',
      code: [
        'sort(low, high)',
        '  if high - low < 2: return',
        '  middle = (low + high) / 2',
        '  sort(low, middle); sort(middle, high)',
        '  while both halves have values',
        '    take the smaller of the two front values',
        '  write the merged values back'
      ]
    },
    {
      id: 'quick',
      name: 'Quick sort',
      complexity: { best: 'O(n log n)', average: 'O(n log n)', worst: 'O(n²)', space: 'O(log n)' },
      description: 'Moves everything smaller than a pivot to its left and sorts both sides. ' +
        'The pivot is the median of three.',
      code: [
        'sort(low, high)',
        '  if low >= high: return',
        '  pivot = median of a[low], a[middle], a[high]; move it to high',
        '  for i = low to high - 1',
        '    if a[i] < pivot',
        '      swap a[i], a[border]; border = border + 1',
        '  swap the pivot, a[border]',
        '  sort(low, border - 1); sort(border + 1, high)'
      ]
    },
    {
      id: 'heap',
      name: 'Heap sort',
      complexity: { best: 'O(n log n)', average: 'O(n log n)', worst: 'O(n log n)', space: 'O(1)' },
      description: 'Builds a heap with the largest value on top, ' +
        'and moves the top behind the shrinking heap again and again.',
      code: [
        'build a heap: sift down every inner node, the last one first',
        'for end = n - 1 down to 1',
        '  // the largest value is on top',
        '  swap a[0], a[end]',
        '  siftDown(0, end)',
        'siftDown(root, end)',
        '  child = the larger child of root',
        '  if a[root] >= a[child]: return',
        '  swap a[root], a[child]; root = child; again'
      ]
    }
  ]
};
