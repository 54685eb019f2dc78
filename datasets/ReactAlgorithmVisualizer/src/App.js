import React, { useContext, useEffect, useState } from 'react';
import { Redirect, Route, Switch } from 'react-router-dom';
import classNames from 'classnames';
import ErrorBoundary from './components/ErrorBoundary';
import Header from './components/Header';
import SettingsDialog from './components/SettingsDialog';
import ShortcutHelp from './components/ShortcutHelp';
import Sidebar from './components/Sidebar';
import SettingsContext from './context/SettingsContext';
import useHotkeys from './hooks/useHotkeys';
import Dashboard from './views/Dashboard';
import LifeView from './views/LifeView';
import NotFound from './views/NotFound';
import PathView from './views/PathView';
import QueensView from './views/QueensView';
import RaceView from './views/RaceView';
import SortingView from './views/SortingView';
import TreeView from './views/TreeView';

function App() {
  const { settings, change } = useContext(SettingsContext);
  const [dialog, setDialog] = useState(null);
  const [menuOpen, setMenuOpen] = useState(true);
  const close = () => setDialog(null);

  useHotkeys({
    '?': () => setDialog('help'),
    ',': () => setDialog('settings'),
    m: () => setMenuOpen(!menuOpen),
    t: () => change({ theme: settings.theme === 'dark' ? 'light' : 'dark' })
  });

  useEffect(() => {
    document.body.className = classNames(settings.theme, { contrast: settings.contrast });
  }, [settings.theme, settings.contrast]);

  return (
    <div className="app">
      <Header
        onMenu={() => setMenuOpen(!menuOpen)}
        onSettings={() => setDialog('settings')}
        onHelp={() => setDialog('help')}
      />
      <div className="body">
        {menuOpen && <Sidebar />}
        <main className="main">
          <ErrorBoundary>
            <Switch>
              <Route exact path="/" component={Dashboard} />
              <Route exact path="/sorting/race" component={RaceView} />
              <Route exact path="/sorting/:id?" component={SortingView} />
              <Route exact path="/path/:id?" component={PathView} />
              <Route exact path="/tree" component={TreeView} />
              <Route exact path="/queens" component={QueensView} />
              <Route exact path="/life" component={LifeView} />
              <Redirect exact from="/dashboard" to="/" />
              <Route component={NotFound} />
            </Switch>
          </ErrorBoundary>
        </main>
      </div>
      {dialog === 'settings' && <SettingsDialog onClose={close} />}
      {dialog === 'help' && <ShortcutHelp onClose={close} />}
    </div>
  );
}

export default App;
