import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

/** Debian's packages. The first one uses a third less CPU. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Options that start Debian's Chromium without its requests to Google services. Measurements use them, too. */
export const chromiumOptions = {
  executablePath: process.env['CHROMIUM'] ?? INSTALLED.find((path) => existsSync(path)) ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // Debian's package turns GPU rasterization on. Without a GPU, it is emulated, which takes a third of the browser's
    // time.
    '--disable-gpu-rasterization',
    '--disable-software-rasterizer',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** In stories, a page is open only for seconds. Optimizing compilers do not pay off, and took a tenth of the time. */
const launchOptions = {
  ...chromiumOptions,
  args: [...chromiumOptions.args, '--js-flags=--no-opt --no-maglev'],
};

/**
 * The time limit of every wait in ms. It only ends stories that hang. It is long, because on a busy machine a page can
 * be four times slower for minutes. A story about a duration measures it itself.
 */
const PATIENCE_MS = 60_000;

/** Stories that run in every browser. In Chromium, they run without newer built-ins (decision 64). */
const IN_ALL_ENGINES = 'engines/*.e2e.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 15 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS },
  reporter: 'list',
  globalSetup: './tests/e2e/set-up.ts',
  use: {
    ...devices['Desktop Chrome'],
    launchOptions,
    viewport: { width: 1440, height: 900 },
    // Without this, the processor renders every frame of a transition, which takes a fifth of all time. Stories about
    // motion turn transitions on.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Asia/Kuala_Lumpur',
    // A trace takes as much time as the story itself. To get one, run `playwright test --trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
  },
  projects: [
    { name: 'chromium' },
    { name: 'firefox', testMatch: IN_ALL_ENGINES, use: { browserName: 'firefox' } },
    { name: 'webkit', testMatch: IN_ALL_ENGINES, use: { browserName: 'webkit' } },
  ],
});
