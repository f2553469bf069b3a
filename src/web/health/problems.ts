import type { ProcessStatus, ServiceStatus } from '#contract/health.ts';

/**
 * A problem for operators. `who` is the process with the problem (host and process id), `count` the number of affected
 * jobs.
 */
export type Problem = { readonly what: ProblemKind; readonly who?: string; readonly count?: number };
export type ProblemKind = keyof typeof OF_PROCESSES | keyof typeof OF_ALL;

/**
 * The constants from `CLOCK_MS` to `WAITING_MS` are the limits above which a problem is reported, in milliseconds or as
 * a number. They are the same as in `deploy/alerts.yml`.
 */
const CLOCK_MS = 1_000;
const LAG_MS = 500;
const DATABASE_MS = 1_000;
const BIDS = 5_000;
const WAITING_MS = 10 * 60_000;

/** The problems of a single process, with the test for each. */
const OF_PROCESSES = {
  silent: ({ state }) => state === 'silent',
  clockOff: ({ clockOffsetMs }) => Math.abs(clockOffsetMs) > CLOCK_MS,
  timersLate: ({ timerLagMs }) => timerLagMs > LAG_MS,
  databaseSlow: ({ databaseMs }) => (databaseMs ?? 0) > DATABASE_MS,
  connectionsShort: ({ connections }) => (connections?.waiting ?? 0) > (connections?.most ?? 0),
  filesAway: ({ files }) => files?.isReachable === false,
  bidsWait: ({ bidsWaiting }) => bidsWaiting > BIDS,
} as const satisfies Record<string, (process: ProcessStatus) => boolean>;

/** Returns 1 if a queue's oldest job has waited longer than `WAITING_MS`, else 0. */
const isLate = ({ since }: ServiceStatus['mails'] | ServiceStatus['webhooks'], { at }: ServiceStatus): number =>
  since !== null && Date.parse(at) - Date.parse(since) > WAITING_MS ? 1 : 0;

/** The problems of the whole service. Each function returns the number of cases; zero means no problem. */
const OF_ALL = {
  overdue: ({ auctionsOverdue }) => auctionsOverdue,
  logRefused: ({ witnesses }) => witnesses.refusing,
  witnessesAway: ({ witnesses }) => witnesses.failing,
  mailsWait: (status) => (status.mails.isSetUp ? isLate(status.mails, status) * status.mails.waiting : 0),
  textsWait: (status) => (status.texts.isSetUp ? isLate(status.texts, status) * status.texts.waiting : 0),
  givenUp: ({ mails, texts }) => mails.givenUp + texts.givenUp,
} as const satisfies Record<string, (status: ServiceStatus) => number>;

/** Returns the name by which people refer to a process: host and process id. */
export const nameOf = ({ host, pid }: Pick<ProcessStatus, 'host' | 'pid'>): string => `${host}:${pid}`;

/** Returns the problems of a process. A silent process has only that problem, because its other values are outdated. */
function problemsOfProcess(process: ProcessStatus): Problem[] {
  const kinds = Object.keys(OF_PROCESSES) as (keyof typeof OF_PROCESSES)[];
  const found = kinds.filter((what) => OF_PROCESSES[what](process));
  return (process.state === 'silent' ? (['silent'] as const) : found).map((what) => ({ what, who: nameOf(process) }));
}

/** Returns all problems: first those of single processes, then those of the whole service. */
export function problemsOf(status: ServiceStatus): Problem[] {
  const kinds = Object.keys(OF_ALL) as (keyof typeof OF_ALL)[];
  const counted = kinds.map((what) => ({ what, count: OF_ALL[what](status) })).filter(({ count }) => count > 0);
  return [...status.processes.flatMap(problemsOfProcess), ...counted];
}
