import React, { useContext } from 'react';
import PropTypes from 'prop-types';
import SettingsContext, { MAX_SPEED } from '../context/SettingsContext';
import useHotkeys from '../hooks/useHotkeys';

function PlaybackControls({ player, onNew, newLabel }) {
  const { settings, change, faster, slower } = useContext(SettingsContext);
  const { index, last, playing } = player;

  const keys = {
    ' ': player.toggle,
    ArrowRight: player.next,
    ArrowLeft: player.back,
    Home: player.rewind,
    r: player.rewind,
    End: player.end,
    '+': faster,
    '-': slower
  };
  if (onNew) {
    keys.n = onNew;
  }
  useHotkeys(keys);

  return (
    <div className="playback">
      <button onClick={player.rewind} disabled={index === 0} title="To the start (r)">«</button>
      <button onClick={player.back} disabled={index === 0} title="One step back (←)">◀</button>
      <button className="play" onClick={player.toggle} disabled={last === 0} title="Play or pause (space)">
        {playing ? 'Pause' : index === last && last > 0 ? 'Again' : 'Play'}
      </button>
      <button onClick={player.next} disabled={index === last} title="One step (→)">▶</button>
      <button onClick={player.end} disabled={index === last} title="To the end">»</button>
      <input
        type="range"
        className="position"
        min="0"
        max={last}
        value={index}
        onChange={event => player.seek(Number(event.target.value))}
      />
      <span className="step">Step {index} of {last}</span>
      <label className="speed">
        Speed
        <input
          type="range"
          min="1"
          max={MAX_SPEED}
          value={settings.speed}
          onChange={event => change({ speed: Number(event.target.value) })}
        />
        {settings.speed}
      </label>
      {onNew && <button onClick={onNew} title={`${newLabel} (n)`}>{newLabel}</button>}
    </div>
  );
}

PlaybackControls.propTypes = {
  player: PropTypes.object.isRequired,
  onNew: PropTypes.func,
  newLabel: PropTypes.string
};

PlaybackControls.defaultProps = {
  onNew: null,
  newLabel: 'New data'
};

export default PlaybackControls;
