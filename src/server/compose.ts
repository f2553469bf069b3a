import type { FastifyInstance } from 'fastify';
import { CLOSE_CODES, HUB_PATH } from '#contract/bidding/room.ts';
import { allOperations } from '#server/all-operations.ts';
import { forgetImages } from '#server/auction/items/image-rows.ts';
import { offered, type AuctionParts } from '#server/auction/parts.ts';
import { openRecords } from '#server/award/record-operations.ts';
import { AWARD_STATEMENT, statementMaker } from '#server/award/statement-operations.ts';
import { forgetBidRequests } from '#server/room/store/sql-room-store.ts';
import { answerSocket, type SocketPurpose } from '#server/bidding/room-tokens.ts';
import { startServiceBeat } from '#server/bidding/extend-after-outage.ts';
import type { Rooms } from '#server/room/rooms.ts';
import { startMarketplaceTimer } from '#server/marketplace/marketplace-timer.ts';
import { letGoOfSellOrderImages } from '#server/marketplace/sell-order-images.ts';
import { acceptKeys, closeExpired } from '#server/automation/api-keys.ts';
import { CALLS_BY_KEY } from '#server/automation/calls-by-key.ts';
import { startWebhooks } from '#server/automation/webhook-queue.ts';
import { forgetDeliveries } from '#server/automation/webhook-operations.ts';
import { createCallLimit } from '#server/room/call-limit.ts';
import { createAuthenticate } from '#server/identity/session/authenticate.ts';
import { forgetExpired, openIdentity, type Identity } from '#server/identity/identity.ts';
import { forgetNotices } from '#server/notice/tell-notices.ts';
import { startNoticeTimer } from '#server/auction-notice/tell-times.ts';
import { registerIdentity } from '#server/identity/register-identity.ts';
import { followClock, type Clock } from '#server/platform/runtime/clock.ts';
import { priceUnitOf } from '#domain/basics/price.ts';
import { publicEnvironment, type Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { forgetRequests } from '#server/platform/http/forget-requests.ts';
import { createHttp, registerOperations } from '#server/platform/http/http.ts';
import type { OnEvent } from '#server/platform/hub/answer-message.ts';
import { createHub, type Hub } from '#server/platform/hub/hub.ts';
import { passOnComeBack } from '#server/platform/hub/come-back.ts';
import { passOnLookAgain } from '#server/platform/hub/look-again.ts';
import { createImageLinks } from '#server/platform/files/image-links.ts';
import { keepTidy, type Forget } from '#server/platform/runtime/keep-tidy.ts';
import { startMetrics } from '#server/platform/telemetry/metrics.ts';
import { attachmentsBy, createMailer } from '#server/platform/mail/mail.ts';
import { forgetOldMessages } from '#server/platform/mail/outbox.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { startOutbox } from '#server/platform/mail/start-outbox.ts';
import { registerPages, type PagesParts } from '#server/platform/pages/pages.ts';
import { forgetProcesses } from '#server/platform/runtime/sign-of-life.ts';
import { loggerOf, type LogStream } from '#server/platform/telemetry/request-log.ts';
import { createSignedLinks } from '#server/platform/files/signed-links.ts';
import { createTexter } from '#server/platform/mail/sms.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';
import { startTracing } from '#server/platform/telemetry/open-tracing.ts';
import { forgetRehearsals } from '#server/rehearsal/rehearsal-operations.ts';
import { runRehearsals } from '#server/rehearsal/run-rehearsals.ts';
import { createOwnFigures } from '#server/platform/telemetry/own-figures.ts';
import { forgetTemplateFiles } from '#server/template/file-operations.ts';
import { startRooms, type RoomsSurroundings } from '#server/start-rooms.ts';
import type { TemplateParts } from '#server/template/template-rows.ts';
import { waysOut } from '#server/ways-out.ts';

export type DemoPerson = { username: string; password: string; does: string };

/** A running server process: its parts, and its shutdown in two steps. */
export type Composed = {
  readonly app: FastifyInstance;
  readonly parts: AuctionParts;
  readonly identity: Identity;
  /** Refuses work that another process can do, and tells proxies and readers to go elsewhere (decision 72). */
  drain(): void;
  /** Finishes work in progress, then stops. */
  close(): Promise<void>;
};

/**
 * Creates one server process. Only this function constructs the parts and knows all of them. `main.ts` opens the
 * database and listens; tests do the same with a database of their own.
 */
export async function compose(
  database: Database,
  config: Config,
  demoPeople: readonly DemoPerson[] = [],
  logStream?: LogStream,
): Promise<Composed> {
  const draining = { isOn: false };
  const app = createHttp({ logger: loggerOf(config.logLevel, logStream), trustProxy: config.TRUST_PROXY });
  const failed = (error: unknown): void => app.log.error({ err: error }, 'background job failed');
  const stopTracing = await startTracing(config.traceTarget, failed);
  const { db, kind } = database;
  const clock = await followClock(db);
  const identity = await openIdentity({ database, clock, config });
  const figures = createOwnFigures({ clock, draining, database, log: app.log });
  const beat = await startServiceBeat(db, config, { publicUrl: identity.issuer, figures: figures.now, failed });

  const onEvent: OnEvent = (claims, event, data) =>
    answerSocket(rooms, clock, claims.data as SocketPurpose, { event, data });
  const hub = createHub({ db, path: HUB_PATH, origins: originsOf(config), onEvent, failed });
  const { issuer: publicUrl, ends, secret } = identity;
  const surroundings = { hub, beat, publicUrl, secret, onRowHeld: figures.rowHeld, failed };
  const { rooms, closer, settler, stopRooms } = await startRooms(database, clock, surroundings);
  const uploads = openUploads(config, identity);
  figures.follow({ hub, rooms, files: uploads.files });
  const stopMetrics = startMetrics(app, { db, figures: figures.now }, config);
  closeEnded(hub, identity, database);
  const webhooks = await startWebhooks(identity, config, failed);
  const { make, ...jobs } = startJobs(database, config, { clock, rooms, files: uploads.files, ...surroundings });
  const parts: AuctionParts & TemplateParts = {
    rooms,
    ...uploads,
    publicUrl: identity.issuer,
    ...marketOf(config),
    ...callersOf(config),
    closeIfDue: (auctionId) => closer.closeIfDue(auctionId),
    settleAuctions: settler.nudge,
  };
  await Promise.all([passOnLookAgain(database, hub), passOnComeBack(database, hub)]);
  // Also logged, because the log survives a database that is restored from an older backup (docs/personal-data.md).
  const erased = (userId: string): void => app.log.warn({ userId }, 'erased a user');
  const offers = { config, kind, publicUrl, hub, ends, secret, record: await openRecords(identity), make, erased };
  const operations = offered(parts, allOperations(parts, offers));
  await registerAll(app, { config, database, operations, demoPeople, draining }, identity, failed);
  hub.attach(app.server);

  return {
    app,
    parts,
    identity,
    ...waysOut(draining, {
      app,
      hub,
      rooms,
      clock,
      stops: [...jobs.stops, figures.stop, stopMetrics, closeExpired(hub, clock, nodeTimers)],
      jobs: [stopRooms, jobs.stopOutbox, webhooks.stop, beat.stop],
      last: stopTracing,
    }),
  };
}

const originsOf = ({ PUBLIC_URL }: Config): string[] => (PUBLIC_URL ? [new URL(PUBLIC_URL).origin] : []);

/** Closes the sockets of ended sessions at once. */
function closeEnded(hub: Hub, identity: Identity, database: Database): void {
  identity.ends.onEnded((sessionIds) =>
    hub.closeWhere((claims) => sessionIds.includes(claims.sessionId), CLOSE_CODES.SESSION_ENDED),
  );
  // Missed notifications may include ended sessions, so all sockets reconnect and authenticate again.
  database.onMissed(() => hub.closeWhere(() => true, CLOSE_CODES.RESTARTING));
}

type JobParts = RoomsSurroundings & {
  readonly clock: Clock;
  readonly rooms: Rooms;
  readonly files: FileStore;
  readonly secret: Identity['secret'];
};

/** Starts the background jobs and the mail queue. Any number of processes may run them at the same time. */
function startJobs({ db }: Database, config: Config, { clock, rooms, files, secret, publicUrl, failed }: JobParts) {
  const byClock = { db, timers: nodeTimers, publicUrl, config, failed };
  const make = attachmentsBy({ [AWARD_STATEMENT]: statementMaker({ db, rooms }, publicEnvironment(config, [])) });
  const senders = { email: createMailer(config, make), sms: createTexter(config) };
  const outbox = startOutbox({ db, secret, senders }, failed);
  const stops = [
    startNoticeTimer(byClock),
    startMarketplaceTimer(byClock),
    runRehearsals({ ...byClock, rooms }),
    keepTidy({ db, clock, timers: nodeTimers, failed }, forgetting(files)),
  ];
  return { make, stops, stopOutbox: outbox.stop };
}

/** Registers everything that answers HTTP: pages, the identity service, the operations. */
async function registerAll(
  app: FastifyInstance,
  pages: Omit<PagesParts, 'callsByKey'>,
  identity: Identity,
  failed: (error: unknown) => void,
): Promise<void> {
  const { db, clock } = identity;
  await registerPages(app, { ...pages, callsByKey: CALLS_BY_KEY });
  await registerIdentity(app, identity);
  const authenticate = acceptKeys({ db, clock, failed }, createAuthenticate(identity, { takesOthers: true }));
  registerOperations(app, pages.operations, { db, clock, authenticate, callsByKey: CALLS_BY_KEY });
  await app.ready();
}

/** Returns the deployment's settings of its auctions. */
const marketOf = (config: Config): Pick<AuctionParts, 'allowsReverse' | 'priceUnit'> => ({
  allowsReverse: config.FLAG_REVERSE_AUCTION,
  priceUnit: priceUnitOf(publicEnvironment(config, []).currency),
});

/** Returns what the process remembers about bidders: their call limit, and the auctions that they may see. */
const callersOf = (config: Config): Pick<AuctionParts, 'bidCalls' | 'seenAuctions'> => ({
  bidCalls: createCallLimit(config.BID_CALLS_PER_SECOND, nodeTimers.monotonicMs),
  seenAuctions: new Set(),
});

/** Opens the storage of uploaded files, and creates the signed links to them. */
const openUploads = (config: Config, { secret }: Identity): TemplateParts => ({
  files: openFiles(config),
  images: createImageLinks((text) => secret.mac('image', text)),
  documentLinks: createSignedLinks((text) => secret.mac('template file', text)),
});

const forgetting = (files: FileStore): Forget[] => [
  forgetExpired,
  forgetRequests,
  forgetBidRequests,
  forgetOldMessages,
  forgetProcesses,
  forgetNotices,
  forgetDeliveries,
  forgetRehearsals,
  letGoOfSellOrderImages,
  forgetImages(files),
  forgetTemplateFiles(files),
];
