// How behaviours run: two at a time, each in a page of its own, with bounds as a patient user has them, and a picture of
// each failure. One that fails waits most of its time, so two at a time halve what a bad program takes.
// ASSAY_SLOWER: how much more time a second try gets, for a machine that is busy.
const slower = Number(process.env.ASSAY_SLOWER);

export default {
  testDir: '/behaviours',
  outputDir: `/app/results/${process.env.ASSAY_ROUND}`,
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 10_000 * slower,
  globalTimeout: Number(process.env.ASSAY_SECONDS) * 1000,
  expect: { timeout: 3_000 * slower },
  reporter: [
    ['json', { outputFile: `/app/report-${process.env.ASSAY_ROUND}.json` }],
    ['/runner/watch.mjs'],
  ],
  use: {
    baseURL: 'http://127.0.0.1:4173',
    actionTimeout: 3_000 * slower,
    navigationTimeout: 5_000 * slower,
    viewport: { width: 1024, height: 768 },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    launchOptions: {
      executablePath: process.env.ASSAY_BROWSER,
      args: [
        '--disable-blink-features=AutomationControlled', // nothing tells a page that it is tested
        // neither a list below the address bar nor a process in reserve: they took half of the time, and no page sees them
        '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess',
      ],
      chromiumSandbox: true,
    },
  },
};
