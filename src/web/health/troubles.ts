import type { ProcessStatus, ServiceStatus } from '#contract/health.ts';

/** What somebody should look at, with what it is about: a process by its machine and number, or how many. */
export type Trouble = { readonly what: TroubleKind; readonly who?: string; readonly count?: number };
export type TroubleKind = keyof typeof OF_PROCESSES | keyof typeof OF_ALL;

/** From where on a figure is told of, ms or how many: those of `deploy/alerts.yml`. */
const CLOCK_MS = 1_000;
const LAG_MS = 500;
const DATABASE_MS = 1_000;
const BIDS = 5_000;
const WAITING_MS = 10 * 60_000;

const OF_PROCESSES = {
  silent: ({ state }) => state === 'silent',
  clockOff: ({ clockOffsetMs }) => Math.abs(clockOffsetMs) > CLOCK_MS,
  timersLate: ({ timerLagMs }) => timerLagMs > LAG_MS,
  databaseSlow: ({ databaseMs }) => (databaseMs ?? 0) > DATABASE_MS,
  connectionsShort: ({ connections }) => (connections?.waiting ?? 0) > (connections?.most ?? 0),
  filesAway: ({ files }) => files?.isReachable === false,
  bidsWait: ({ bidsWaiting }) => bidsWaiting > BIDS,
} as const satisfies Record<string, (process: ProcessStatus) => boolean>;

const isLate = ({ since }: ServiceStatus['mails'] | ServiceStatus['webhooks'], { at }: ServiceStatus): number =>
  since !== null && Date.parse(at) - Date.parse(since) > WAITING_MS ? 1 : 0;

/** How many there are of each; none is no trouble. */
const OF_ALL = {
  overdue: ({ auctionsOverdue }) => auctionsOverdue,
  mailsWait: (status) => (status.mails.isSetUp ? isLate(status.mails, status) * status.mails.waiting : 0),
  textsWait: (status) => (status.texts.isSetUp ? isLate(status.texts, status) * status.texts.waiting : 0),
  givenUp: ({ mails, texts }) => mails.givenUp + texts.givenUp,
} as const satisfies Record<string, (status: ServiceStatus) => number>;

/** As a process is called among people: its machine and its number there. */
export const nameOf = ({ host, pid }: Pick<ProcessStatus, 'host' | 'pid'>): string => `${host}:${pid}`;

/** What a process says is of no use any more once it is silent. */
function troublesOfProcess(process: ProcessStatus): Trouble[] {
  const kinds = Object.keys(OF_PROCESSES) as (keyof typeof OF_PROCESSES)[];
  const found = kinds.filter((what) => OF_PROCESSES[what](process));
  return (process.state === 'silent' ? (['silent'] as const) : found).map((what) => ({ what, who: nameOf(process) }));
}

export function troublesOf(status: ServiceStatus): Trouble[] {
  const kinds = Object.keys(OF_ALL) as (keyof typeof OF_ALL)[];
  const counted = kinds.map((what) => ({ what, count: OF_ALL[what](status) })).filter(({ count }) => count > 0);
  return [...status.processes.flatMap(troublesOfProcess), ...counted];
}
