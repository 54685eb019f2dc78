export function createNode(value) {
  return { value, left: null, right: null };
}

export function insert(root, value) {
  if (root === null) {
    return createNode(value);
  }
  let node = root;
  while (node.value !== value) {
    const side = value < node.value ? 'left' : 'right';
    if (node[side] === null) {
      node[side] = createNode(value);
    }
    node = node[side];
  }
  return root;
}

// The values on the way from the root to the value, or to where it would be.
export function searchPath(root, value) {
  const path = [];
  let node = root;
  while (node !== null) {
    path.push(node.value);
    if (node.value === value) {
      break;
    }
    node = value < node.value ? node.left : node.right;
  }
  return path;
}

export function contains(root, value) {
  const path = searchPath(root, value);
  return path[path.length - 1] === value;
}

export function minimum(node) {
  return node.left === null ? node.value : minimum(node.left);
}

// A node with two children takes over the smallest value of its right subtree.
export function remove(root, value) {
  if (root === null) {
    return null;
  }
  if (value < root.value) {
    root.left = remove(root.left, value);
    return root;
  }
  if (value > root.value) {
    root.right = remove(root.right, value);
    return root;
  }
  if (root.left === null) {
    return root.right;
  }
  if (root.right === null) {
    return root.left;
  }
  root.value = minimum(root.right);
  root.right = remove(root.right, root.value);
  return root;
}

export function size(root) {
  return root === null ? 0 : 1 + size(root.left) + size(root.right);
}

export function height(root) {
  return root === null ? 0 : 1 + Math.max(height(root.left), height(root.right));
}

export const TRAVERSALS = {
  inorder: node => (
    node === null ? [] : [...TRAVERSALS.inorder(node.left), node.value, ...TRAVERSALS.inorder(node.right)]
  ),
  preorder: node => (
    node === null ? [] : [node.value, ...TRAVERSALS.preorder(node.left), ...TRAVERSALS.preorder(node.right)]
  ),
  postorder: node => (
    node === null ? [] : [...TRAVERSALS.postorder(node.left), ...TRAVERSALS.postorder(node.right), node.value]
  ),
  levelorder: root => {
    const values = [];
    const queue = root === null ? [] : [root];
    while (queue.length > 0) {
      const node = queue.shift();
      values.push(node.value);
      if (node.left) queue.push(node.left);
      if (node.right) queue.push(node.right);
    }
    return values;
  }
};

function build(values) {
  if (values.length === 0) {
    return null;
  }
  const middle = Math.floor(values.length / 2);
  const node = createNode(values[middle]);
  node.left = build(values.slice(0, middle));
  node.right = build(values.slice(middle + 1));
  return node;
}

export function balanced(root) {
  return build(TRAVERSALS.inorder(root));
}

// Places for drawing: x is the position in sorted order, y the depth.
export function layout(root) {
  const nodes = [];
  const edges = [];

  function place(node, depth, parent) {
    if (node === null) {
      return;
    }
    const item = { value: node.value, x: 0, y: depth };
    place(node.left, depth + 1, item);
    item.x = nodes.length;
    nodes.push(item);
    if (parent) {
      edges.push({ from: parent, to: item });
    }
    place(node.right, depth + 1, item);
  }

  place(root, 0, null);
  return { nodes, edges };
}
