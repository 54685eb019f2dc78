import React, { useEffect, useState } from 'react';
import { Link, useHistory } from 'react-router-dom';
import classNames from 'classnames';
import Stats from '../components/Stats';
import { algorithmLink, findAlgorithm, findFamily, searchAlgorithms } from '../data/catalog';
import useHotkeys from '../hooks/useHotkeys';
import useStoredState from '../hooks/useStoredState';
import { plural, timeAgo } from '../utils/format';
import { clearHistory, loadHistory, summarize } from '../utils/history';
import { randomInt } from '../utils/random';

function highlight(text, query) {
  if (query === '') {
    return text;
  }
  return text.replace(new RegExp(query, 'gi'), '<mark>$&</mark>');
}

function Dashboard() {
  const [query, setQuery] = useState('');
  const [onlyFavourites, setOnlyFavourites] = useState(false);
  const [favourites, setFavourites] = useStoredState('favourites', []);
  const [runs, setRuns] = useState(loadHistory());
  const history = useHistory();

  useEffect(() => {
    document.title = 'Algoscope';
  }, []);

  const found = searchAlgorithms(query).filter(({ algorithm }) => (
    !onlyFavourites || favourites.indexOf(algorithm.id) !== -1
  ));
  const summary = summarize(runs);
  const favourite = summary.favourite ? findAlgorithm(...summary.favourite.split('/')).name : '-';

  function surprise() {
    const { family, algorithm } = found[randomInt(0, found.length - 1)];
    history.push(algorithmLink(family, algorithm));
  }
  useHotkeys({ s: surprise });

  function toggleFavourite(id) {
    if (favourites.includes(id)) {
      setFavourites(favourites.filter(other => other !== id));
    } else {
      setFavourites([...favourites, id]);
    }
  }

  function clear() {
    if (window.confirm('Forget all runs?')) {
      clearHistory();
      setRuns([]);
    }
  }

  return (
    <div className="dashboard">
      <h1>Watch algorithms work</h1>
      <Stats
        values={{ 'Finished runs': summary.runs, 'Algorithms tried': summary.tried, 'Most often': favourite }}
      />
      <div className="options">
        <input
          type="search"
          placeholder="Search"
          value={query}
          onChange={event => setQuery(event.target.value)}
        />
        <label>
          <input
            type="checkbox"
            checked={onlyFavourites}
            onChange={event => setOnlyFavourites(event.target.checked)}
          />
          Favourites only
        </label>
        <button onClick={surprise}>Surprise me</button>
      </div>

      <div className="cards">
        {found.map(({ family, algorithm }, index) => (
          <div className="card" key={index}>
            <span
              className={classNames('star', { on: favourites.includes(algorithm.id) })}
              onClick={() => toggleFavourite(algorithm.id)}
            >
              ★
            </span>
            <Link to={algorithmLink(family, algorithm)}>
              <h2 dangerouslySetInnerHTML={{ __html: highlight(algorithm.name, query) }} />
            </Link>
            <small>{family.title}, {algorithm.complexity.average}</small>
            <p>{algorithm.description}</p>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="empty">No algorithm fits.</p>}

      <h2>Last runs</h2>
      {runs.length === 0 && <p className="empty">Nothing has been run to its end yet.</p>}
      <ul className="runs">
        {runs.slice(0, 8).map(run => {
          const family = findFamily(run.family);
          const algorithm = findAlgorithm(run.family, run.algorithm);
          return (
            <li key={run.id}>
              <Link to={algorithmLink(family, algorithm)}>{algorithm.name}</Link>
              {' '}{run.details}, {plural(run.steps, 'step')}, {timeAgo(run.at)}
            </li>
          );
        })}
      </ul>
      {runs.length > 0 && <button onClick={clear}>Forget all</button>}
    </div>
  );
}

export default Dashboard;
