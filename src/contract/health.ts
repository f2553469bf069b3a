import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';

/** Times are by the database's clock, spans in milliseconds. What a process doesn't say, as one of another release, is null. */
const processSchema = z.strictObject({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  version: z.nullable(z.string()),
  startedAt: timeSchema,
  /** Its last sign of life. */
  heardAt: timeSchema,
  state: z.enum(['serving', 'draining', 'silent']),
  /** This machine's clock less the database's. */
  clockOffsetMs: z.number(),
  /** How much later than asked for timers came, at the worst, within a second. */
  timerLagMs: z.number(),
  /** Requests of bidders that wait to be judged. */
  bidsWaiting: z.number(),
  rooms: z.number(),
  sockets: z.number(),
  memoryBytes: z.number(),
  /** How long the database took for its last sign of life. */
  databaseMs: z.nullable(z.number()),
  /** Connections to it: null where there is but one, in the process itself. */
  connections: z.nullable(z.strictObject({ busy: z.number(), most: z.number(), waiting: z.number() })),
  /** Whether files could be kept when that was last tried. */
  files: z.nullable(z.strictObject({ isReachable: z.boolean(), triedAt: timeSchema })),
});
export type ProcessStatus = z.output<typeof processSchema>;

const queueSchema = z.strictObject({
  /** Due, and tried again. */
  waiting: z.number(),
  /** Since when the oldest of them waits. */
  since: z.nullable(timeSchema),
  /** Given up within the last day. */
  givenUp: z.number(),
});

/** Without a server that takes them nothing is sent; in development that is as it should be. */
const messagesSchema = z.extend(queueSchema, { isSetUp: z.boolean() });

const outageSchema = z.strictObject({
  id: z.string(),
  from: timeSchema,
  to: timeSchema,
  /** How many auctions were extended, and those of them that are known and still there. */
  extended: z.number(),
  auctions: z.array(z.strictObject({ id: idSchema, title: z.string() })),
});
export type Outage = z.output<typeof outageSchema>;

const statusSchema = z.strictObject({
  at: timeSchema,
  database: z.strictObject({ kind: z.enum(['postgres', 'embedded']), version: z.string(), answerMs: z.number() }),
  /** The one that runs longest comes first. */
  processes: z.array(processSchema),
  mails: messagesSchema,
  texts: messagesSchema,
  webhooks: z.extend(queueSchema, { failing: z.number(), disabled: z.number() }),
  /** Auctions that should have been closed ten seconds ago. */
  auctionsOverdue: z.number(),
  /** The latest ones, at most twenty. */
  outages: z.array(outageSchema),
});
export type ServiceStatus = z.output<typeof statusSchema>;

export const getServiceStatus = route('GET /admin/status', {
  summary: 'How the service is: its processes, its database, what waits to be sent, when it was away',
  reply: statusSchema,
});

export const getWaiting = route('GET /admin/waiting', {
  summary: 'How much waits for a decision of an administrator',
  reply: z.strictObject({
    /** Registrations of companies that are new or taken up. */
    registrations: z.number(),
    /** Pending buy orders; none where the deployment has no marketplace. */
    buyOrders: z.number(),
    /** Drafts of recurring auctions. */
    drafts: z.number(),
    /** Change requests of owners, in auctions that have not started. */
    changeRequests: z.number(),
  }),
});
export type Waiting = z.output<typeof getWaiting.reply>;
