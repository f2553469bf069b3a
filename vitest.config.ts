import { defineConfig } from 'vitest/config';

/** The server's tests run twice, on the embedded database and on a real PostgreSQL; `*.pg.test.ts` need the real one. */
const serverTests = ['src/server/**/*.test.ts'];
const concurrencyTests = ['{src,crash,bench}/**/*.pg.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.ts', 'crash/**/*.test.ts', 'simulate/**/*.test.ts'],
          exclude: [...serverTests, ...concurrencyTests],
          // Pure code leaves nothing behind: one process for all files is four times as fast.
          isolate: false,
          // The house rules read every file, beside the linter and the compiler on the same two cores.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server-pglite',
          environment: 'node',
          include: serverTests,
          exclude: concurrencyTests,
          globalSetup: ['src/testing/set-up-pglite.ts'],
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server-postgres',
          environment: 'node',
          include: [...serverTests, ...concurrencyTests],
          globalSetup: ['src/testing/set-up-postgres.ts'],
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
