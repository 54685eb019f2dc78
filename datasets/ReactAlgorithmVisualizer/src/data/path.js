export default {
  id: 'path',
  title: 'Path finding',
  summary: 'Draw walls and mud, drag the start and the target, and see who finds the way.',
  algorithms: [
    {
      id: 'bfs',
      name: 'Breadth first',
      complexity: { best: 'O(1)', average: 'O(V + E)', worst: 'O(V + E)', space: 'O(V)' },
      description: 'Spreads like water. Finds a way with the fewest steps, but does not care about mud.',
      code: [
        'queue = [start]',
        'while the queue is not empty',
        '  // oldest cell first',
        '  cell = first of the queue; visit it',
        '  if cell is the target: return the way',
        '  for every free neighbour not seen before',
        '    remember where it was reached from; append it',
        'there is no way'
      ]
    },
    {
      id: 'dfs',
      name: 'Depth first',
      complexity: { best: 'O(1)', average: 'O(V + E)', worst: 'O(V + E)', space: 'O(V)' },
      description: 'Runs on until it is stuck, then turns back. It finds a way, rarely a short one.',
      code: [
        'stack = [start]',
        'while the stack is not empty',
        '  // newest cell first',
        '  cell = top of the stack; visit it',
        '  if cell is the target: return the way',
        '  for every free neighbour not visited',
        '    remember where it was reached from; push it',
        'there is no way'
      ]
    },
    {
      id: 'dijkstra',
      name: 'Dijkstra',
      complexity: { best: 'O(1)', average: 'O(E log V)', worst: 'O(E log V)', space: 'O(V)' },
      description: 'Always goes on from the cell that is cheapest to reach. Finds the cheapest way, ' +
        'mud included.',
      code: [
        'cost[start] = 0; put start into the queue',
        'while the queue is not empty',
        '  // smallest cost first',
        '  cell = cheapest of the queue; visit it',
        '  if cell is the target: return the way',
        '  for every free neighbour that is now cheaper to reach',
        '    update its cost; put it into the queue',
        'there is no way'
      ]
    },
    {
      id: 'astar',
      name: 'A*',
      complexity: { best: 'O(1)', average: 'O(E log V)', worst: 'O(E log V)', space: 'O(V)' },
      description: 'Dijkstra with a sense of direction: adds the distance that is left at least. ' +
        'The cheapest way with fewer visits.',
      code: [
        'cost[start] = 0; put start into the queue',
        'while the queue is not empty',
        '  // smallest cost + estimate first',
        '  cell = best of the queue; visit it',
        '  if cell is the target: return the way',
        '  for every free neighbour that is now cheaper to reach',
        '    update its cost; put it in with cost + estimate',
        'there is no way'
      ]
    },
    {
      id: 'greedy',
      name: 'Greedy best first',
      complexity: { best: 'O(1)', average: 'O(E log V)', worst: 'O(E log V)', space: 'O(V)' },
      description: 'Heads straight for the target. Fast, and easily fooled by walls.',
      code: [
        'open = [start]',
        'while open is not empty',
        '  // smallest estimate first',
        '  cell = nearest to the target; visit it',
        '  if cell is the target: return the way',
        '  for every free neighbour not seen before',
        '    remember where it was reached from; add it',
        'there is no way'
      ]
    }
  ]
};
