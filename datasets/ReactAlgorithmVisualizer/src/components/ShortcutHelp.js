import React from 'react';
import PropTypes from 'prop-types';
import useHotkeys from '../hooks/useHotkeys';

const SHORTCUTS = [
  ['Space', 'play or pause'],
  ['→', 'one step'],
  ['←', 'one step back'],
  ['Home or r', 'to the start'],
  ['End', 'to the end'],
  ['+ and -', 'faster and slower'],
  ['n', 'new data'],
  ['s', 'any algorithm (on the dashboard)'],
  ['m', 'show or hide the menu'],
  ['t', 'light or dark'],
  [',', 'settings'],
  ['?', 'this help'],
  ['Esc', 'close a window']
];

function ShortcutHelp({ onClose }) {
  useHotkeys({ Escape: onClose });

  return (
    <div className="overlay" onClick={onClose}>
      <div className="dialog">
        <h2>Keyboard shortcuts</h2>
        <table className="shortcuts">
          <tbody>
            {SHORTCUTS.map(([key, text]) => (
              <tr key={key}>
                <th><kbd>{key}</kbd></th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <button onClick={onClose}>Close</button>
      </div>
    </div>
  );
}

ShortcutHelp.propTypes = {
  onClose: PropTypes.func.isRequired
};

export default ShortcutHelp;
