import { contains, insert, minimum, remove, searchPath, TRAVERSALS } from './bst';

const clone = root => JSON.parse(JSON.stringify(root));

function walk(root, value, verb) {
  return searchPath(root, value).map((current, i, path) => {
    const frame = { tree: root, current, visited: path.slice(0, i), result: null };
    if (current === value) {
      return { ...frame, line: 1, note: `${value} is here` };
    }
    const side = value < current ? 'left' : 'right';
    return { ...frame, line: value < current ? 2 : 3, note: `${verb} ${value}: ${side} of ${current}` };
  });
}

function last(tree, current, note, line = -1) {
  return { tree, current, visited: [], line, note, result: null };
}

export function findFrames(root, value) {
  const found = contains(root, value);
  return walk(root, value, 'Find').concat(
    last(root, found ? value : null, found ? `Found ${value}` : `${value} is not in the tree`, found ? 1 : 0)
  );
}

export function insertFrames(root, value) {
  const frames = walk(root, value, 'Insert');
  if (contains(root, value)) {
    return frames.concat(last(root, value, `${value} is in the tree already`, 1));
  }
  return frames.concat(last(insert(clone(root), value), value, `Inserted ${value}`, 0));
}

export function deleteFrames(root, value) {
  const frames = walk(root, value, 'Delete');
  if (!contains(root, value)) {
    return frames.concat(last(root, null, `${value} is not in the tree`, 0));
  }
  let node = root;
  while (node.value !== value) {
    node = value < node.value ? node.left : node.right;
  }
  if (node.left && node.right) {
    const next = minimum(node.right);
    frames.push(last(root, next, `${next} takes the place of ${value}`, 5));
  }
  return frames.concat(last(remove(clone(root), value), null, `Deleted ${value}`, 4));
}

export function traversalFrames(root, order) {
  const values = TRAVERSALS[order](root);
  return values.map((current, i) => ({
    tree: root,
    current,
    visited: values.slice(0, i),
    line: i === values.length - 1 ? -1 : 0,
    note: `Visit ${current}`,
    result: values.slice(0, i + 1)
  }));
}
