import { defineConfig } from 'vitest/config';

/**
 * The server's tests run on a real PostgreSQL, `*.pg.test.ts` on nothing else; on the embedded database, which is the one
 * of `npm start`, runs again what says anything about statements and transactions.
 */
const serverTests = ['src/server/**/*.test.ts'];
const concurrencyTests = ['src/**/*.pg.test.ts'];
/** Whole servers and measurements under load, in a process each. */
const loadTests = ['{crash,bench,fuzz}/**/*.pg.test.ts'];

/** Protocol, hashing, sockets, rests and permissions: nothing in them depends on which database it is. */
const sameOnEither = [
  'src/server/{access,brand,headers,gateways,object-storage,mail,permissions,refusals,secrets,specified-calls}.test.ts',
  'src/server/*/permissions.test.ts',
  'src/server/demo/sign-in.test.ts',
  'src/server/platform/document/{make-pdf,paginate}.test.ts',
  'src/server/identity/{protocol,malformed,request-limits,sign-in-limits,sign-in-time,register-identity}.test.ts',
  'src/server/identity/{foreign-*,cookies,content-policy,signing-keys,talkative}.test.ts',
  'src/server/platform/{config,export,files,read-settings,gather,http,time-zone,turns}.test.ts',
  'src/server/template/{clean-html,read-template-file}.test.ts',
  'src/server/platform/hub/{hub,limits,recovery,stock-client}.test.ts',
];

/** Test files share two processes: loading the server anew for each took as long as the tests. */
const server = {
  environment: 'node',
  isolate: false,
  setupFiles: ['src/testing/set-up-file.ts'],
  maxWorkers: 2,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.ts', '{crash,fuzz,simulate}/**/*.test.ts'],
          exclude: [...serverTests, ...concurrencyTests, ...loadTests],
          // Pure code leaves nothing behind: one process for all files is four times as fast.
          isolate: false,
          // The house rules read every file, beside the linter and the compiler on the same two cores.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...server,
          name: 'server-pglite',
          include: serverTests,
          exclude: [...concurrencyTests, ...sameOnEither],
          globalSetup: ['src/testing/set-up-pglite.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...server,
          name: 'server-postgres',
          include: serverTests,
          globalSetup: ['src/testing/set-up-postgres.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...server,
          // First in the alphabet of projects, so that its long waits have others beside them.
          name: 'server-load',
          include: loadTests,
          globalSetup: ['src/testing/set-up-postgres.ts'],
          isolate: true,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
