import React, { useMemo, useState } from 'react';
import Bars from '../components/Bars';
import PlaybackControls from '../components/PlaybackControls';
import sortFrames from '../algorithms/sorting';
import { findAlgorithm, findFamily } from '../data/catalog';
import usePlayer from '../hooks/usePlayer';
import { plural } from '../utils/format';
import { createValues } from '../utils/random';

const SIZE = 40;
const MAX_RUNNERS = 4;

// Several sorting algorithms on the same values, one step each at a time.
function RaceView() {
  const { algorithms } = findFamily('sorting');
  const [runners, setRunners] = useState(['insertion', 'quick', 'heap']);
  const [pattern, setPattern] = useState('shuffled');
  const [values, setValues] = useState(() => createValues(SIZE, 'shuffled'));

  const lanes = useMemo(() => runners.map(id => ({ id, frames: sortFrames(id, values) })), [runners, values]);
  const ticks = useMemo(() => (
    lanes.length === 0 ? [0] : Array.from({ length: Math.max(...lanes.map(lane => lane.frames.length)) })
  ), [lanes]);
  const player = usePlayer(ticks);

  const finished = lanes.filter(lane => player.index >= lane.frames.length - 1);
  finished.sort((a, b) => a.frames.length - b.frames.length);

  function toggle(id) {
    if (runners.includes(id)) {
      setRunners(runners.filter(other => other !== id));
    } else if (runners.length < MAX_RUNNERS) {
      setRunners(runners.concat(id));
    } else {
      alert(`Not more than ${MAX_RUNNERS} at once.`);
    }
  }

  function renew() {
    setValues(createValues(SIZE, pattern));
  }

  return (
    <div className="tool-main">
      <h1>Sorting race</h1>
      <div className="options">
        {algorithms.map(({ id, name }) => (
          <label key={id}>
            <input type="checkbox" checked={runners.includes(id)} onChange={() => toggle(id)} />
            {name}
          </label>
        ))}
        <select
          value={pattern}
          onChange={event => {
            setPattern(event.target.value);
            setValues(createValues(SIZE, event.target.value));
          }}
        >
          <option value="random">Random</option>
          <option value="shuffled">All different</option>
          <option value="nearly">Nearly sorted</option>
          <option value="reversed">Reversed</option>
          <option value="few">Few different values</option>
        </select>
      </div>
      <div className="lanes">
        {lanes.map(lane => {
          const frame = lane.frames[Math.min(player.index, lane.frames.length - 1)];
          const place = finished.indexOf(lane) + 1;
          return (
            <div key={lane.id} className="lane">
              <h2>
                {findAlgorithm('sorting', lane.id).name}
                {place > 0 && <span className="place">{place}.</span>}
              </h2>
              <Bars frame={frame} />
              <small>{plural(frame.comparisons, 'comparison')}, {plural(frame.writes, 'write')}</small>
            </div>
          );
        })}
      </div>
      {lanes.length === 0 && <p className="empty">Choose up to {MAX_RUNNERS} algorithms.</p>}
      <PlaybackControls player={player} onNew={renew} />
    </div>
  );
}

export default RaceView;
