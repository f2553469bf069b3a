import { defineConfig } from '@playwright/test';
import stories from '../../../playwright.config.ts';

/** Stories run one after the other, because each one kills processes that all of them use. */
export default defineConfig({
  ...stories,
  testDir: '.',
  globalSetup: '../../e2e/set-up.ts',
  fullyParallel: false,
  workers: 1,
  timeout: 400_000,
  expect: { timeout: 60_000 },
  use: { ...stories.use, actionTimeout: 60_000 },
});
