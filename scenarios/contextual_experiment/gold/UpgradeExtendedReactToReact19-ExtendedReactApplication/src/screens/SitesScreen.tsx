import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { usePreferences } from '../preferences/PreferencesContext';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { loadSites } from '../store/sites';
import { formatArea, formatDate } from '../utils/format';
import { type SiteColumn, sortSites } from '../utils/sortSites';

const COLUMNS: readonly { readonly name: SiteColumn; readonly label: string }[] = [
  { name: 'name', label: 'Name' },
  { name: 'area', label: 'Area' },
  { name: 'surveys', label: 'Surveys' },
  { name: 'lastSurvey', label: 'Last survey' },
];

export function SitesScreen() {
  const [column, setColumn] = useState<SiteColumn>('name');
  const [descending, setDescending] = useState(false);
  const { items, error } = useAppSelector((state) => state.sites);
  const { preferences } = usePreferences();
  const dispatch = useAppDispatch();

  useEffect(() => {
    void dispatch(loadSites());
  }, [dispatch]);

  // A second click on the same heading turns the order round.
  const sortBy = (name: SiteColumn) => {
    setDescending(name === column && !descending);
    setColumn(name);
  };

  if (error) {
    return (
      <p className="error" role="alert">
        The sites could not be loaded. {error}
      </p>
    );
  }
  return (
    <div>
      <h1>Sites</h1>
      <table>
        <thead>
          <tr>
            {COLUMNS.map(({ name, label }) => (
              <th key={name} aria-sort={name === column ? (descending ? 'descending' : 'ascending') : undefined}>
                <button type="button" onClick={() => sortBy(name)}>
                  {label}
                  {name === column && <span aria-hidden="true">{descending ? ' ▼' : ' ▲'}</span>}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sortSites(items, column, descending).map((site) => (
            <tr key={site.id}>
              <td>{site.name}</td>
              <td>{formatArea(site.area, preferences.units)}</td>
              <td>
                <Link to={`/surveys?site=${site.id}`}>{site.surveys}</Link>
              </td>
              <td>{site.lastSurvey ? formatDate(site.lastSurvey) : 'never'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
