import React, { useContext, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import Bars from '../components/Bars';
import PlaybackControls from '../components/PlaybackControls';
import ToolPage from '../components/ToolPage';
import SettingsContext from '../context/SettingsContext';
import sortFrames from '../algorithms/sorting';
import useAlgorithm from '../hooks/useAlgorithm';
import usePlayer from '../hooks/usePlayer';
import useStoredState from '../hooks/useStoredState';
import { recordRun } from '../utils/history';
import { createValues } from '../utils/random';

const MIN_SIZE = 5;
const MAX_SIZE = 100;

// "5, 3 8" -> [5, 3, 8]; null when something is not a whole number from 1 to 100
export function parseValues(text) {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const values = parts.map(Number);
  const valid = values.every(value => Number.isInteger(value) && value >= 1 && value <= 100);
  return valid && values.length >= 2 && values.length <= MAX_SIZE ? values : null;
}

function SortingView() {
  const { family, algorithm } = useAlgorithm('sorting');
  const { settings } = useContext(SettingsContext);
  const [size, setSize] = useStoredState('sorting.size', 30);
  const [pattern, setPattern] = useStoredState('sorting.pattern', 'random');
  const [values, setValues] = useState(() => createValues(size, pattern));
  const [text, setText] = useState('');
  const [error, setError] = useState('');

  const frames = useMemo(() => sortFrames(algorithm.id, values), [algorithm, values]);
  const player = usePlayer(frames, {
    onFinish: frame => {
      if (settings.keepHistory) {
        recordRun(family, algorithm, `${frame.values.length} values (${pattern})`, frames.length - 1);
      }
    }
  });
  const { frame } = player;

  function renew() {
    setValues(createValues(size, pattern));
  }

  function changeSize(event) {
    const next = Number(event.target.value);
    setSize(next);
    setValues(createValues(next, pattern));
  }

  function changePattern(event) {
    setPattern(event.target.value);
    setValues(createValues(size, event.target.value));
  }

  function takeOwnValues(event) {
    event.preventDefault();
    const own = parseValues(text);
    if (own === null) {
      setError('2 to 100 whole numbers from 1 to 100, please.');
    } else {
      setError('');
      setValues(own);
    }
  }

  const options = (
    <>
      <label>
        Values
        <input type="range" min={MIN_SIZE} max={MAX_SIZE} value={size} onChange={changeSize} />
        {size}
      </label>
      <select value={pattern} onChange={changePattern}>
        <option value="random">Random</option>
        <option value="shuffled">All different</option>
        <option value="nearly">Nearly sorted</option>
        <option value="reversed">Reversed</option>
        <option value="few">Few different values</option>
      </select>
      <form onSubmit={takeOwnValues}>
        <input placeholder="Own values: 5, 3, 8" value={text} onChange={event => setText(event.target.value)} />
        <button>Use</button>
      </form>
      <Link to="/sorting/race">Race</Link>
      {error && <p className="error">{error}</p>}
    </>
  );

  return (
    <ToolPage
      family={family}
      algorithm={algorithm}
      line={frame.line}
      stats={{ Comparisons: frame.comparisons, Writes: frame.writes, Values: frame.values.length }}
      options={options}
      controls={<PlaybackControls player={player} onNew={renew} />}
    >
      <Bars frame={frame} showValues={values.length <= 25} />
    </ToolPage>
  );
}

export default SortingView;
