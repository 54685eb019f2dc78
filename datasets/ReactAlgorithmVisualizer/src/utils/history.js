import { load, save } from './storage';

const MAX_RUNS = 20;

export function loadHistory() {
  return load('history', []);
}

// Newest first; the oldest runs drop out.
export function recordRun(family, algorithm, details, steps) {
  const run = {
    id: Date.now(),
    family: family.id,
    algorithm: algorithm.id,
    details,
    steps,
    at: new Date().toISOString()
  };
  save('history', [run].concat(loadHistory()).slice(0, MAX_RUNS));
}

export function clearHistory() {
  save('history', []);
}

// { runs, tried, favourite }: number of runs, of different algorithms, and the one that was run most often
export function summarize(history) {
  const counts = {};
  history.forEach(run => {
    const key = run.family + '/' + run.algorithm;
    counts[key] = (counts[key] || 0) + 1;
  });
  const keys = Object.keys(counts).sort((a, b) => counts[b] - counts[a]);
  return { runs: history.length, tried: keys.length, favourite: keys[0] || null };
}
