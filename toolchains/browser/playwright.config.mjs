// How behaviours run: one after the other, a failed one once more in a fresh browser, a picture of each failure.
export default {
  testDir: '/behaviours',
  outputDir: '/app/results',
  workers: 1,
  retries: 1,
  timeout: 15_000,
  globalTimeout: Number(process.env.ASSAY_SECONDS) * 1000,
  expect: { timeout: 4_000 },
  reporter: [['json', { outputFile: '/app/report.json' }]],
  use: {
    baseURL: 'http://127.0.0.1:4173',
    actionTimeout: 4_000,
    navigationTimeout: 10_000,
    viewport: { width: 1024, height: 768 },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.ASSAY_BROWSER,
      chromiumSandbox: true,
    },
  },
};
