import { expect, it } from 'vitest';
import type { ProcessStatus, ServiceStatus } from '#contract/health.ts';
import { problemsOf } from '#web/health/problems.ts';

const AT = '2026-05-01T12:00:00.000Z';
const QUEUE = { waiting: 3, since: '2026-05-01T11:51:00.000Z', givenUp: 0, isSetUp: true };
const WELL: ProcessStatus = {
  id: '1',
  host: 'one',
  pid: 7,
  version: null,
  startedAt: AT,
  heardAt: AT,
  state: 'serving',
  clockOffsetMs: -1_000,
  timerLagMs: 500,
  bidsWaiting: 5_000,
  rooms: 1,
  sockets: 2,
  memoryBytes: 1,
  databaseMs: null,
  connections: { busy: 10, most: 10, waiting: 10 },
  files: null,
};
const status = (process: Partial<ProcessStatus>, rest: Partial<ServiceStatus> = {}): ServiceStatus => ({
  at: AT,
  database: { kind: 'postgres', version: '17', answerMs: 1 },
  processes: [{ ...WELL, ...process }],
  mails: QUEUE,
  texts: QUEUE,
  webhooks: { waiting: 0, since: null, givenUp: 0, failing: 0, disabled: 0 },
  witnesses: { refusing: 0, failing: 0 },
  auctionsOverdue: 0,
  outages: [],
  ...rest,
});
const kindsOf = (...given: Parameters<typeof status>) => problemsOf(status(...given)).map(({ what }) => what);

it('reports nothing within its limit', () => {
  expect(kindsOf({})).toEqual([]);
  expect(kindsOf({ state: 'draining', files: { isReachable: true, triedAt: AT } })).toEqual([]);
});

it('reports each figure beyond its limit, with the process that sent it', () => {
  const beyond = {
    clockOffsetMs: -1_001,
    timerLagMs: 501,
    bidsWaiting: 5_001,
    databaseMs: 1_001,
    connections: { busy: 10, most: 10, waiting: 11 },
    files: { isReachable: false, triedAt: AT },
  };
  const all = ['clockOff', 'timersLate', 'databaseSlow', 'connectionsShort', 'filesAway', 'bidsWait'];
  expect(kindsOf(beyond)).toEqual(all);
  expect(problemsOf(status({ ...beyond, state: 'silent' }))).toEqual([{ what: 'silent', who: 'one:7' }]);
});

it('reports what waits for more than ten minutes, was given up, or should be closed', () => {
  const late = { ...QUEUE, since: '2026-05-01T11:49:59.000Z' };
  expect(problemsOf(status({}, { mails: late, texts: { ...late, givenUp: 2 }, auctionsOverdue: 1 }))).toEqual([
    { what: 'overdue', count: 1 },
    { what: 'mailsWait', count: 3 },
    { what: 'textsWait', count: 3 },
    { what: 'givenUp', count: 2 },
  ]);
  // Without a configured sender, emails wait forever. This is not reported as a problem.
  expect(kindsOf({}, { mails: { ...late, isSetUp: false } })).toEqual([]);
});

it('reports witnesses that refuse to sign the public log, and those that are away', () => {
  expect(problemsOf(status({}, { witnesses: { refusing: 1, failing: 2 } }))).toEqual([
    { what: 'logRefused', count: 1 },
    { what: 'witnessesAway', count: 2 },
  ]);
});
