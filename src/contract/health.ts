import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';

/**
 * A server process. Times are by the database's clock, durations in milliseconds. A value is null if the process does
 * not report it, for example because it runs another release.
 */
const processSchema = z.strictObject({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  version: z.nullable(z.string()),
  startedAt: timeSchema,
  /** Time of the process's last heartbeat. */
  heardAt: timeSchema,
  state: z.enum(['serving', 'draining', 'silent']),
  /** The clock of the process's machine minus the database's clock. */
  clockOffsetMs: z.number(),
  /** The longest delay of a timer, measured over one second. */
  timerLagMs: z.number(),
  /** Bidders' requests that wait to be judged. */
  bidsWaiting: z.number(),
  rooms: z.number(),
  sockets: z.number(),
  memoryBytes: z.number(),
  /** How long the database took for the last heartbeat. */
  databaseMs: z.nullable(z.number()),
  /** Database connections. Null if there is only one, inside the process itself. */
  connections: z.nullable(z.strictObject({ busy: z.number(), most: z.number(), waiting: z.number() })),
  /** Whether the file store worked at the last check. */
  files: z.nullable(z.strictObject({ isReachable: z.boolean(), triedAt: timeSchema })),
});
export type ProcessStatus = z.output<typeof processSchema>;

const queueSchema = z.strictObject({
  /** Due messages, including those to be retried. */
  waiting: z.number(),
  /** The time since which the oldest due message has waited. */
  since: z.nullable(timeSchema),
  /** The number of messages that were given up within the last day. */
  givenUp: z.number(),
});

/**
 * A queue of messages. If no server is configured (`isSetUp` is false), nothing is sent. In development that is normal.
 */
const messagesSchema = z.extend(queueSchema, { isSetUp: z.boolean() });

const outageSchema = z.strictObject({
  id: z.string(),
  from: timeSchema,
  to: timeSchema,
  /** The number of extended auctions. `auctions` lists the extended auctions that are known and still exist. */
  extended: z.number(),
  auctions: z.array(z.strictObject({ id: idSchema, title: z.string() })),
});
export type Outage = z.output<typeof outageSchema>;

const statusSchema = z.strictObject({
  at: timeSchema,
  database: z.strictObject({ kind: z.enum(['postgres', 'embedded']), version: z.string(), answerMs: z.number() }),
  /** The longest-running process comes first. */
  processes: z.array(processSchema),
  mails: messagesSchema,
  texts: messagesSchema,
  webhooks: z.extend(queueSchema, { failing: z.number(), disabled: z.number() }),
  /**
   * Witnesses of the public log that refuse to sign it, because it contradicts what they signed, and those that have not
   * signed for ten minutes for another reason.
   */
  witnesses: z.strictObject({ refusing: z.number(), failing: z.number() }),
  /** Auctions that should have been closed at least ten seconds ago. */
  auctionsOverdue: z.number(),
  /** The latest outages, at most twenty. */
  outages: z.array(outageSchema),
});
export type ServiceStatus = z.output<typeof statusSchema>;

export const getServiceStatus = route('GET /admin/status', {
  summary: 'Status of the service: processes, database, waiting messages and outages',
  reply: statusSchema,
});

export const getWaiting = route('GET /admin/waiting', {
  summary: 'Numbers of items that wait for an administrator’s decision',
  reply: z.strictObject({
    /** Registrations of companies that are new or taken up. */
    registrations: z.number(),
    /** Pending buy orders; zero if the deployment has no marketplace. */
    buyOrders: z.number(),
    /** Drafts of recurring auctions. */
    drafts: z.number(),
    /** Change requests of owners, in auctions that have not started. */
    changeRequests: z.number(),
    /** Acts that wait for the caller's approval. */
    approvals: z.number(),
  }),
});
export type Waiting = z.output<typeof getWaiting.reply>;

/** The steps from a new platform to its first auction, in the order in which owners do them. */
const FIRST_STEPS = ['look', 'documents', 'ticks', 'mail', 'administrator', 'company', 'rehearsal'] as const;

export const getFirstSteps = route('GET /admin/first-steps', {
  summary: 'What a new platform still needs before its first auction. Each step is done as soon as the data shows it',
  reply: z.array(z.strictObject({ step: z.enum(FIRST_STEPS), isDone: z.boolean() })),
});
export type FirstStep = z.output<typeof getFirstSteps.reply>[number];
