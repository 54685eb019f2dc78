// Shows the demo; at /host a dashboard of two sites, whose readings come from /api/readings.
// window.loads has each query and whether its signal was aborted; a late answer still arrives.
import { createRoot } from 'react-dom/client';
import App from '../src/App';
import { EnergyDashboard, type Reading, type ReadingsQuery } from '../src/components/EnergyDashboard';

interface Load extends ReadingsQuery {
  aborted: boolean;
}

declare global {
  interface Window {
    loads: Load[];
    unmount: () => void;
  }
}

window.loads = [];

async function loadReadings(query: ReadingsQuery, signal: AbortSignal): Promise<Reading[]> {
  const load: Load = { siteId: query.siteId, from: query.from, to: query.to, aborted: false };
  window.loads.push(load);
  signal.addEventListener('abort', () => { load.aborted = true; });
  const wanted = new URLSearchParams({ site: query.siteId ?? '', from: query.from, to: query.to });
  const response = await fetch(`/api/readings?${wanted}`);
  if (!response.ok) {
    throw new Error(`status ${response.status}`);
  }
  return response.json();
}

const SITES = [{ id: 'north', name: 'North roof' }, { id: 'mill', name: 'Old mill' }];
const container = document.getElementById('root');
if (container) {
  const root = createRoot(container);
  window.unmount = () => root.unmount();
  root.render(
    window.location.pathname === '/host'
      ? <EnergyDashboard sites={SITES} today="2026-06-21" loadReadings={loadReadings} />
      : <App />,
  );
}
