import { defineConfig } from 'vitest/config';

/**
 * The server's tests run with a real PostgreSQL. Tests about statements and transactions run again with the embedded
 * database, which `npm start` uses.
 */
const serverTests = ['src/server/**/*.test.ts'];
/** Tests that run only with a real PostgreSQL. */
const concurrencyTests = ['src/**/*.pg.test.ts'];
/** Tests of whole servers, and measurements under load. Each file runs in its own process. */
const loadTests = ['{tests,bench}/**/*.pg.test.ts'];

/**
 * Tests that run only with PostgreSQL, because the embedded database would show nothing new (decision 17): protocol,
 * hashing, sockets, lockouts, permissions, and tests whose statements also run in other test files.
 */
const sameOnEither = [
  'src/server/{access,api-document,api-guide,brand,client-package,exports,headers,gateways,object-storage,mail,permissions,refusals}.test.ts',
  'src/server/{secrets,specified-calls,talkative}.test.ts',
  'src/server/*/permissions.test.ts',
  'src/server/demo/sign-in.test.ts',
  'src/server/platform/document/{make-pdf,paginate}.test.ts',
  'src/server/identity/**/{code,cookies,content,foreign,forgotten,malformed,protocol,register,request}*.test.ts',
  'src/server/identity/**/{own-devices,own-profile,sign-in,sign-out,signing,talkative}*.test.ts',
  'src/server/platform/*/{answer,config,export,files,batch-loader,http,metrics,outbox,page-parts,read-settings}.test.ts',
  'src/server/platform/*/{redact,time-zone,turns}.test.ts',
  'src/server/template/{acceptances,clean-html,first-documents,insert-first-documents,read-template-file}.test.ts',
  'src/server/platform/hub/{hub,limits,recovery,stock-client}.test.ts',
  'src/server/backup/keep-backups.test.ts',
  'src/server/auction/{auction-exports,public-auction,reverse-auction}.test.ts',
  'src/server/award/{award-statement,record}.test.ts',
  'src/server/bidder/read-pasted-bidders.test.ts',
  'src/server/{bidding,room}/**/{conduct,extend-softly,judge-request,publish-room,room-faults,rooms}.test.ts',
  'src/server/{bidding,room}/**/{settle-change,simulated-bids,snapshot-for-all,soft-close}.test.ts',
  'src/server/{marketplace/sell-order-images,auction-notice/notify-outbid,place/places}.test.ts',
];

/**
 * The time limit of every wait in ms. It only ends tests that hang. It is long, because a busy machine can be four
 * times slower for minutes. A test about a duration measures it itself.
 */
const PATIENCE_MS = 30_000;

/**
 * Settings of server tests. Their files share two processes, because loading the server for each file would double the
 * time.
 */
const server = {
  environment: 'node',
  isolate: false,
  setupFiles: ['src/testing/world/set-up-file.ts'],
  maxWorkers: 2,
  hookTimeout: 4 * PATIENCE_MS,
  testTimeout: 4 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.ts', '{tests,scripts}/**/*.test.ts'],
          exclude: [...serverTests, ...concurrencyTests, ...loadTests],
          // Pure code keeps no state between files. Processes for many files are four times as fast as one for each.
          isolate: false,
          // Otherwise, two cores get one process.
          maxWorkers: 2,
          // The house rules read every file, which takes a few seconds.
          testTimeout: 2 * PATIENCE_MS,
          expect: { poll: { timeout: PATIENCE_MS } },
        },
      },
      {
        test: {
          ...server,
          name: 'server-pglite',
          include: serverTests,
          exclude: [...concurrencyTests, ...sameOnEither],
          globalSetup: ['src/testing/world/set-up-pglite.ts'],
        },
      },
      {
        test: {
          ...server,
          name: 'server-postgres',
          include: [...serverTests, ...concurrencyTests],
          globalSetup: ['src/testing/world/set-up-postgres.ts'],
        },
      },
      {
        test: {
          ...server,
          // This name is first in alphabetical order, so these tests start first. Other tests run during their long
          // waits.
          name: 'server-load',
          include: loadTests,
          globalSetup: ['src/testing/world/set-up-postgres.ts'],
          isolate: true,
        },
      },
    ],
  },
});
