import type { FastifyInstance } from 'fastify';
import { CLOSE_CODES, HUB_PATH } from '#contract/bidding/room.ts';
import { allOperations } from '#server/all-operations.ts';
import { followSettings, shownSettings, standardSettings } from '#server/platform-setting/follow-settings.ts';
import { accountOperations } from '#server/identity/own-account/account-operations.ts';
import { phoneOperations } from '#server/identity/own-account/own-phone.ts';
import { CONNECT_PATHS, CONNECT_SCHEMAS } from '#server/identity/provider/connect-document.ts';
import { createApprovalGate } from '#server/approval/approval-gate.ts';
import { filterByFlags, type AuctionParts } from '#server/auction/parts.ts';
import { openRecords } from '#server/award/record-operations.ts';
import { linesBetween } from '#server/room/store/room-rows.ts';
import { openLog } from '#server/transparency-log/log-key.ts';
import { LOG_PATHS } from '#server/transparency-log/log-document.ts';
import { registerLogFiles } from '#server/transparency-log/log-files.ts';
import { answerSocket, type SocketPurpose, type WatchParts } from '#server/bidding/room-tokens.ts';
import { startServiceHeartbeat } from '#server/bidding/extend-after-outage.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import { acceptKeys, closeExpired } from '#server/automation/api-keys.ts';
import { CALLS_OF_PROGRAMS, judgeAdministrator, judgeProgram } from '#server/automation/calls-of-programs.ts';
import { startWebhooks } from '#server/automation/webhook-queue.ts';
import { createCallLimit } from '#server/room/call-limit.ts';
import type { ReadPerson } from '#server/calendar/calendar-file.ts';
import { createAuthenticate, readPerson } from '#server/identity/session/authenticate.ts';
import { openIdentity, type Identity } from '#server/identity/identity.ts';
import { registerIdentity } from '#server/identity/register-identity.ts';
import { followClock } from '#server/platform/runtime/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import type { Read } from '#server/platform/database/replica.ts';
import { createHttp, registerOperations } from '#server/platform/http/http.ts';
import { limitKeys } from '#server/platform/http/request-limits.ts';
import type { OnEvent } from '#server/platform/hub/answer-message.ts';
import { createHub, type Hub } from '#server/platform/hub/hub.ts';
import { subscribeToReconnects } from '#server/platform/hub/reconnect.ts';
import { subscribeToInvalidations } from '#server/platform/hub/invalidate.ts';
import { createImageLinks } from '#server/platform/files/image-links.ts';
import { startMetrics } from '#server/platform/telemetry/metrics.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { registerPages, type PagesParts } from '#server/platform/pages/pages.ts';
import { HEARTBEAT_MS_MAX } from '#server/platform/runtime/health-checks.ts';
import { StandbyAway, watchStandbys, type StandbyWatch } from '#server/platform/database/standby.ts';
import type { Heartbeat } from '#server/platform/runtime/heartbeat.ts';
import { loggerOf, type LogStream } from '#server/platform/telemetry/request-log.ts';
import { createSignedLinks } from '#server/platform/files/signed-links.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';
import { startTracing } from '#server/platform/telemetry/open-tracing.ts';
import { createMetricsCollector } from '#server/platform/telemetry/metrics-collector.ts';
import type { EvidenceParts } from '#server/evidence/evidence.ts';
import { startRooms } from '#server/start-rooms.ts';
import type { TemplateParts } from '#server/template/template-rows.ts';
import { createShutdown } from '#server/shutdown.ts';
import { startJobs } from '#server/start-jobs.ts';

export type DemoPerson = { username: string; password: string; does: string };

/** A running server process: its parts, and its shutdown in two steps. */
export type Composed = {
  readonly app: FastifyInstance;
  readonly parts: AuctionParts;
  readonly identity: Identity;
  /** Refuses new work that another process can do, and sends proxies and browsers to other processes (decision 72). */
  announceShutdown(): void;
  /** Finishes work in progress, then stops. */
  close(): Promise<void>;
};

/**
 * Creates one server process. Only this function constructs the parts and knows all of them. `main.ts` opens the
 * database and listens; tests do the same with a database of their own.
 */
export async function compose(
  database: Database,
  given: Config,
  demoPeople: readonly DemoPerson[] = [],
  logStream?: LogStream,
): Promise<Composed> {
  const shutdown = { isOn: false };
  const app = createHttp({ logger: loggerOf(given.logLevel, logStream), trustProxy: given.TRUST_PROXY });
  const failed = logFailures(app.log);
  const config = await followSettings(database, given, failed);
  const stopTracing = await startTracing(config, failed);
  const { db, kind } = database;
  const clock = await followClock(db, database.onMissed);
  const identity = await openIdentity({ database, clock, config });
  const metrics = createMetricsCollector({ clock, draining: shutdown, database, log: app.log });
  const standby = watchStandbys(database.standbys, { timers: nodeTimers, log: app.log });
  const { issuer: publicUrl, ends, secret } = identity;
  const beat = await startServiceHeartbeat(db, config, { publicUrl, standby, figures: metrics.now, failed });
  const onEvent: OnEvent = (claims, event, data) =>
    answerSocket(rooms, clock, claims.data as SocketPurpose, { event, data }, watchParts(db, app.log));
  const hub = createHub({ db, path: HUB_PATH, origins: originsOf(config), onEvent, failed });
  const [record, uploads] = [await openRecords(identity), openUploads(config, identity)];
  const [{ sign }, { rowHeld: onRowHeld }] = [record.key, metrics];
  const deps = { hub, beat, publicUrl, secret, onRowHeld, failed, sign };
  const { rooms, closer, settler, stopRooms } = await startRooms(database, clock, deps);
  const stored = { ...uploads, record, log: openLog(config, publicUrl, record.key) };
  metrics.follow({ hub, rooms, files: uploads.files });
  const stopMetrics = startMetrics(app, { db, figures: metrics.now, heartbeatAgeMs: beat.ageMs }, config);
  const webhooks = await startWebhooks(identity, config, failed);
  const { calls, stops, stopOutbox, ...made } = startJobs(database, config, { ...stored, clock, rooms, ...deps });
  const parts: AuctionParts & TemplateParts & EvidenceParts = {
    rooms,
    ...stored,
    publicUrl,
    ...settingsOf(config),
    closeIfDue: unlessAway(standby, closer.closeIfDue),
    settleAuctions: settler.nudge,
  };
  await followNews(hub, identity, database);
  const more = { readPerson: personReader(config), erased: logErasures(app.log) };
  const services = { config, kind, publicUrl, hub, ends, secret, record, log: stored.log, ...made, ...more };
  const operations = filterByFlags(parts, allOperations(parts, services));
  const pages = { config, operations, demoPeople, calls, draining: shutdown, isConnected: connectedBy(beat, standby) };
  await registerAll(app, { ...pages, ...uploads }, identity, { failed, read: database.read });
  hub.attach(app.server);
  return {
    app,
    parts,
    identity,
    ...createShutdown(shutdown, {
      app,
      hub,
      rooms,
      clock,
      stops: [...stops, metrics.stop, stopMetrics, standby.stop, closeExpired(hub, clock, nodeTimers)],
      jobs: [stopRooms, stopOutbox, webhooks.stop, beat.stop],
      last: stopTracing,
    }),
  };
}

/** Returns the parts by which readers watch a history. A report of a history that does not continue is logged. */
const watchParts = (db: Db, log: FastifyInstance['log']): WatchParts => ({
  readLines: (...range) => linesBetween(db, ...range),
  onReport: (report) => log.error(report, 'a reader reports that the history of an auction does not continue'),
});

/** Returns the function that logs failures of background jobs. The watch logs once that the standby is away. */
const logFailures =
  (log: FastifyInstance['log']) =>
  (error: unknown): void => {
    if (!(error instanceof StandbyAway)) log.error({ err: error }, 'background job failed');
  };

/** Returns the last value that could be read, so that pages also open while the database is away. */
function lastKnown<Value>(read: () => Promise<Value>, standard: Value): () => Promise<Value> {
  let last = standard;
  return async () => {
    last = await read().catch(() => last);
    return last;
  };
}

/**
 * Returns whether this process can do as much as any other one. Every process misses the same standby: if a proxy
 * avoided all of them, nobody could read either.
 */
const connectedBy = (beat: Heartbeat, standby: StandbyWatch) => (): boolean =>
  beat.ageMs() < HEARTBEAT_MS_MAX || standby.isAway();

/** Without a standby, nothing can be closed: reads show the auction as it is stored. */
const unlessAway =
  (standby: StandbyWatch, closeIfDue: AuctionParts['closeIfDue']): AuctionParts['closeIfDue'] =>
  async (auctionId) => {
    if (!standby.isAway()) await closeIfDue(auctionId);
  };

/** After the restore of an older backup, the log line still tells whom to erase again (docs/personal-data.md). */
const logErasures =
  (log: FastifyInstance['log']) =>
  (userId: string): void =>
    log.warn({ userId }, 'erased a user');

const personReader =
  (config: Config): ReadPerson =>
  (db, userId) =>
    readPerson({ db, config }, userId);

const originsOf = ({ PUBLIC_URL }: Config): string[] => (PUBLIC_URL ? [new URL(PUBLIC_URL).origin] : []);

/** Follows what other processes and ended sessions mean for the sockets of this process. */
async function followNews(hub: Hub, identity: Identity, database: Database): Promise<void> {
  closeEnded(hub, identity, database);
  await Promise.all([subscribeToInvalidations(database, hub), subscribeToReconnects(database, hub)]);
}

/** Closes the sockets of ended sessions immediately. */
function closeEnded(hub: Hub, identity: Identity, database: Database): void {
  identity.ends.onEnded((sessionIds) =>
    hub.closeWhere((claims) => sessionIds.includes(claims.sessionId), CLOSE_CODES.SESSION_ENDED),
  );
  // Missed notifications may include ended sessions, so all sockets reconnect and authenticate again.
  database.onMissed(() => hub.closeWhere(() => true, CLOSE_CODES.RESTARTING));
}

/** Registers everything that answers HTTP: pages, the identity service, the operations. */
async function registerAll(
  app: FastifyInstance,
  { operations, ...pages }: Omit<PagesParts, 'documented' | 'choices'> & { readonly operations: readonly Operation[] },
  identity: Identity,
  { failed, read }: { readonly failed: (error: unknown) => void; readonly read: Read },
): Promise<void> {
  const { db, clock } = identity;
  const ownCalls = [...accountOperations(identity), ...phoneOperations(identity)];
  const documented = {
    routes: [...operations, ...ownCalls].map(({ route }) => route),
    callsOfPrograms: CALLS_OF_PROGRAMS,
    others: { paths: { ...CONNECT_PATHS, ...LOG_PATHS }, schemas: CONNECT_SCHEMAS },
  };
  const { config } = pages;
  const choices = lastKnown(() => shownSettings(db, config), standardSettings(config));
  await registerPages(app, { ...pages, documented, choices });
  registerLogFiles(app, db);
  await registerIdentity(app, identity);
  const authenticate = acceptKeys({ db, clock, failed }, createAuthenticate(identity, { takesOthers: true }));
  const holdForApproval = createApprovalGate(identity.issuer);
  const limits = { judgeAdministrator, judgeProgram, holdForApproval, limitKey: limitKeys(app) };
  registerOperations(app, operations, { db, read, clock, authenticate, ...limits, timeZone: config.timeZone });
  await app.ready();
}

/**
 * Returns the deployment's settings for auctions, and this process's memory about bidders: the rates of their bid calls,
 * and the auctions that they may see.
 */
const settingsOf = (config: Config): Pick<AuctionParts, 'allowsReverse' | 'bidCalls' | 'seenAuctions'> => ({
  allowsReverse: config.FLAG_REVERSE_AUCTION,
  bidCalls: createCallLimit(config.BID_CALLS_PER_SECOND, nodeTimers.monotonicMs),
  seenAuctions: new Set(),
});

/** Opens the storage of uploaded files, and creates the signed links to them. */
const openUploads = (config: Config, { secret }: Identity): TemplateParts & EvidenceParts => ({
  files: openFiles(config),
  images: createImageLinks((text) => secret.mac('image', text)),
  documentLinks: createSignedLinks((text) => secret.mac('template file', text)),
  evidenceLinks: createSignedLinks((text) => secret.mac('evidence', text)),
});
