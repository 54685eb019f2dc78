import React, { useContext } from 'react';
import PropTypes from 'prop-types';
import { Link, withRouter } from 'react-router-dom';
import SettingsContext from '../context/SettingsContext';
import { findFamily } from '../data/catalog';

function Header({ location, onMenu, onSettings, onHelp }) {
  const { settings, change } = useContext(SettingsContext);
  const family = findFamily(location.pathname.split('/')[1]);
  const dark = settings.theme === 'dark';

  return (
    <header className="header">
      <button className="icon" onClick={onMenu} title="Menu (m)">☰</button>
      <Link to="/" className="brand">Algoscope</Link>
      {family && <span className="crumb">{family.title}</span>}
      <span className="space" />
      <button className="icon" onClick={() => change({ theme: dark ? 'light' : 'dark' })} title="Theme (t)">
        {dark ? '☀' : '☾'}
      </button>
      <button className="icon" onClick={onHelp} title="Keyboard shortcuts (?)">?</button>
      <button className="icon" onClick={onSettings} title="Settings (,)">⚙</button>
    </header>
  );
}

Header.propTypes = {
  location: PropTypes.object.isRequired,
  onMenu: PropTypes.func.isRequired,
  onSettings: PropTypes.func.isRequired,
  onHelp: PropTypes.func.isRequired
};

export default withRouter(Header);
