import React, { useEffect, useState } from 'react';
import classNames from 'classnames';
import PlaybackControls from '../components/PlaybackControls';
import ToolPage from '../components/ToolPage';
import { deleteFrames, findFrames, insertFrames, traversalFrames } from '../algorithms/tree';
import { balanced, height, insert, layout, size, TRAVERSALS } from '../algorithms/tree/bst';
import { findAlgorithm, findFamily } from '../data/catalog';
import usePlayer from '../hooks/usePlayer';
import { randomInt } from '../utils/random';
import { load, save } from '../utils/storage';

const MAX_NODES = 31;
const ORDERS = { inorder: 'In order', preorder: 'Pre-order', postorder: 'Post-order', levelorder: 'Level order' };

function fromValues(values) {
  return values.reduce((root, value) => insert(root, value), null);
}

function still(tree, note) {
  return [{ tree, current: null, visited: [], line: -1, note, result: null }];
}

function TreeView() {
  const [tree, setTree] = useState(() => fromValues(load('tree', [50, 25, 75, 12, 37, 62, 87])));
  const [frames, setFrames] = useState(() => still(tree, ''));
  const [text, setText] = useState('');
  const [message, setMessage] = useState('');
  const [order, setOrder] = useState('inorder');
  const player = usePlayer(frames, { autoPlay: true });
  const { frame } = player;

  useEffect(() => {
    save('tree', TRAVERSALS.preorder(tree));
  }, [tree]);

  function warn(warning) {
    setMessage(warning);
    setTimeout(() => setMessage(''), 3000);
  }

  function run(action) {
    const value = parseInt(text);
    if (isNaN(value) || value < 0 || value > 999) {
      warn('A whole number from 0 to 999, please.');
      return;
    }
    if (action === insertFrames && size(tree) >= MAX_NODES) {
      warn(`The tree is full (${MAX_NODES} values).`);
      return;
    }
    const next = action(tree, value);
    setFrames(next);
    setTree(next[next.length - 1].tree);
    setText('');
  }

  function show(next, note) {
    setTree(next);
    setFrames(still(next, note));
  }

  function randomTree() {
    const values = [];
    while (values.length < 15) {
      const value = randomInt(0, 999);
      if (!values.includes(value)) {
        values.push(value);
      }
    }
    show(fromValues(values), 'A random tree');
  }

  function traverse() {
    if (tree) {
      setFrames(traversalFrames(tree, order));
    } else {
      warn('The tree is empty.');
    }
  }

  const { nodes, edges } = layout(frame.tree);
  const x = node => 30 + node.x * 40;
  const y = node => 30 + node.y * 60;

  const options = (
    <>
      <form onSubmit={event => { event.preventDefault(); run(insertFrames); }}>
        <input type="number" value={text} placeholder="0 to 999" onChange={event => setText(event.target.value)} />
        <button>Insert</button>
      </form>
      <button onClick={() => run(findFrames)}>Find</button>
      <button onClick={() => run(deleteFrames)}>Delete</button>
      <select value={order} onChange={event => setOrder(event.target.value)}>
        {Object.keys(ORDERS).map(key => <option key={key} value={key}>{ORDERS[key]}</option>)}
      </select>
      <button onClick={traverse}>Walk</button>
      <button onClick={() => show(balanced(tree), 'Balanced')}>Balance</button>
      <button onClick={() => show(null, 'Empty')}>Clear</button>
      {message && <p className="error">{message}</p>}
    </>
  );

  return (
    <ToolPage
      family={findFamily('tree')}
      algorithm={findAlgorithm('tree')}
      line={frame.line}
      stats={{ Values: size(frame.tree), Height: height(frame.tree) }}
      options={options}
      controls={<PlaybackControls player={player} onNew={randomTree} newLabel="Random tree" />}
    >
      <svg className="tree" width={Math.max(600, nodes.length * 40 + 40)} height={height(frame.tree) * 60 + 20}>
        {edges.map(({ from, to }, i) => (
          <line key={i} x1={x(from)} y1={y(from)} x2={x(to)} y2={y(to)} />
        ))}
        {nodes.map(node => (
          <g
            key={node.value}
            className={classNames('node', {
              current: node.value === frame.current,
              visited: frame.visited.indexOf(node.value) !== -1
            })}
            onClick={() => setText(String(node.value))}
          >
            <circle cx={x(node)} cy={y(node)} r="18" />
            <text x={x(node)} y={y(node) + 5}>{node.value}</text>
          </g>
        ))}
      </svg>
      <p className="note">{frame.note}</p>
      {frame.result && <p className="note">{frame.result.join(' ')}</p>}
    </ToolPage>
  );
}

export default TreeView;
