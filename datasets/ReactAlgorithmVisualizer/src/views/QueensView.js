import React, { useContext, useMemo, useState } from 'react';
import PropTypes from 'prop-types';
import classNames from 'classnames';
import PlaybackControls from '../components/PlaybackControls';
import ToolPage from '../components/ToolPage';
import SettingsContext from '../context/SettingsContext';
import queensFrames from '../algorithms/queens';
import { findAlgorithm, findFamily } from '../data/catalog';
import usePlayer from '../hooks/usePlayer';
import { recordRun } from '../utils/history';

const NOTES = {
  ready: '',
  placed: 'No queen above attacks this field',
  conflict: 'Attacked',
  removed: 'Nothing fits below: take it back',
  solution: 'A solution!',
  done: 'Finished',
  failed: 'There is no solution'
};

function Board({ size, queens, frame, small }) {
  const fields = [];
  for (let row = 0; row < size; row++) {
    for (let col = 0; col < size; col++) {
      const here = frame && frame.row === row && frame.col === col;
      fields.push(
        <div
          key={row * size + col}
          className={classNames('field', {
            dark: (row + col) % 2 === 1,
            [frame ? frame.status : '']: here,
            attacker: frame && frame.attacker === row && queens[row] === col
          })}
        >
          {queens[row] === col ? '♛' : here && frame.status === 'conflict' ? '×' : ''}
        </div>
      );
    }
  }
  return (
    <div className={classNames('board', { small })} style={{ gridTemplateColumns: `repeat(${size}, 1fr)` }}>
      {fields}
    </div>
  );
}

Board.propTypes = {
  size: PropTypes.number,
  queens: PropTypes.array,
  frame: PropTypes.object,
  small: PropTypes.bool
};

function QueensView() {
  const family = findFamily('queens');
  const algorithm = findAlgorithm('queens');
  const { settings } = useContext(SettingsContext);
  const [size, setSize] = useState(6);
  const [findAll, setFindAll] = useState(false);

  const frames = useMemo(() => queensFrames(size, findAll), [size, findAll]);
  const player = usePlayer(frames, {
    onFinish: last => {
      if (settings.keepHistory) {
        recordRun(family, algorithm, `${size} queens, ${last.solutions.length} found`, frames.length - 1);
      }
    }
  });
  const { frame } = player;

  const options = (
    <>
      <label>
        Queens
        <select value={size} onChange={event => setSize(Number(event.target.value))}>
          {[4, 5, 6, 7, 8].map(n => <option key={n}>{n}</option>)}
        </select>
      </label>
      <label>
        <input type="checkbox" checked={findAll} onChange={event => setFindAll(event.target.checked)} />
        All solutions
      </label>
    </>
  );

  return (
    <ToolPage
      family={family}
      algorithm={algorithm}
      line={frame.line}
      stats={{ Checks: frame.checks, 'Taken back': frame.backtracks, Solutions: frame.solutions.length }}
      options={options}
      controls={<PlaybackControls player={player} />}
    >
      <Board size={size} queens={frame.queens} frame={frame} />
      <p className="note">{NOTES[frame.status]}</p>
      <div className="solutions">
        {frame.solutions.map((queens, i) => <Board key={i} size={size} queens={queens} small />)}
      </div>
    </ToolPage>
  );
}

export default QueensView;
