import { useContext, useEffect, useState } from 'react';
import SettingsContext, { delayFor } from '../context/SettingsContext';

// Plays a list of frames at the speed of the settings. New frames start again at the first one.
export default function usePlayer(frames, { autoPlay = false, onFinish } = {}) {
  const { settings } = useContext(SettingsContext);
  const [cursor, setCursor] = useState({ frames, position: 0 });
  const [playing, setPlaying] = useState(false);
  const last = Math.max(0, frames.length - 1);
  const index = cursor.frames === frames ? cursor.position : 0;

  useEffect(() => {
    setPlaying(autoPlay && frames.length > 1);
  }, [frames, autoPlay]);

  useEffect(() => {
    if (!playing) {
      return undefined;
    }
    if (index >= last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => setCursor({ frames, position: index + 1 }), delayFor(settings.speed));
    return () => clearTimeout(timer);
  }, [playing, frames, index, last, settings.speed]);

  useEffect(() => {
    if (onFinish && last > 0 && index === last) {
      onFinish(frames[last]);
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [index, last]);

  function go(position) {
    setPlaying(false);
    setCursor({ frames, position: Math.max(0, Math.min(last, position)) });
  }

  function toggle() {
    if (!playing && index === last) {
      setCursor({ frames, position: 0 });
    }
    setPlaying(!playing && last > 0);
  }

  return {
    frame: frames[index],
    index,
    last,
    playing,
    atEnd: index === last,
    toggle,
    next: () => go(index + 1),
    back: () => go(index - 1),
    rewind: () => go(0),
    end: () => go(last),
    seek: go
  };
}
