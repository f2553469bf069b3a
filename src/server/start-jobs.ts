import { deleteUnusedImages } from '#server/auction/items/image-rows.ts';
import { AWARD_STATEMENT, statementMaker } from '#server/award/statement-operations.ts';
import { deleteOldBidRequests } from '#server/room/store/sql-room-store.ts';
import type { Rooms } from '#server/room/rooms.ts';
import { startMarketplaceTimer } from '#server/marketplace/marketplace-timer.ts';
import { startAuthorityTimer } from '#server/invoice/authority-timer.ts';
import { openAuthority } from '#server/invoice/open-authority.ts';
import { openConnectors } from '#server/registry/open-connectors.ts';
import { startRegistryTimer } from '#server/registry/registry-timer.ts';
import { startSettlementTimer } from '#server/settlement/settlement-timer.ts';
import { releaseSellOrderImages } from '#server/marketplace/sell-order-images.ts';
import { deleteOldDeliveries } from '#server/automation/webhook-operations.ts';
import { deleteExpiredIdentityRows, type Identity } from '#server/identity/identity.ts';
import { deleteOldNotices } from '#server/notice/store-notices.ts';
import { startReceiptEvents } from '#server/auction-notice/tell-receipts.ts';
import { startNoticeTimer } from '#server/auction-notice/notify-times.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import { publicEnvironment } from '#server/platform/config/public-environment.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { createCallCounts, shareCallCounts } from '#server/platform/http/call-counts.ts';
import { deleteOldRequests } from '#server/platform/http/delete-old-requests.ts';
import { startCleanup, type CleanupJob } from '#server/platform/runtime/cleanup.ts';
import { attachmentsBy, createMailer } from '#server/platform/mail/mail.ts';
import { deleteOldMessages } from '#server/platform/mail/outbox.ts';
import { startOutbox } from '#server/platform/mail/start-outbox.ts';
import { deleteOldDeleted } from '#server/deletion/deleted-objects.ts';
import { deleteStaleProcesses } from '#server/platform/runtime/heartbeat.ts';
import { createSmsSender } from '#server/platform/mail/sms.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';
import { deleteOldRehearsals } from '#server/rehearsal/rehearsal-operations.ts';
import { runRehearsals } from '#server/rehearsal/run-rehearsals.ts';
import { deleteUnusedEvidence } from '#server/evidence/evidence.ts';
import { deleteUnusedTemplateFiles } from '#server/template/file-operations.ts';
import type { LogParts } from '#server/transparency-log/log-key.ts';
import { startLogTimer } from '#server/transparency-log/log-timer.ts';
import type { RoomsDeps } from '#server/start-rooms.ts';

type JobParts = RoomsDeps & {
  readonly clock: Clock;
  readonly rooms: Rooms;
  readonly files: FileStore;
  readonly secret: Identity['secret'];
  readonly log: LogParts;
};

/** Starts the background jobs and the mail queue. Any number of processes may run them at the same time. */
export function startJobs(
  database: Database,
  config: Config,
  { clock, rooms, files, secret, log, sign, publicUrl, failed }: JobParts,
) {
  const { db } = database;
  const connectors = openConnectors(config);
  const authority = openAuthority(config);
  const byClock = { db, timers: nodeTimers, publicUrl, config, failed };
  const make = attachmentsBy({ [AWARD_STATEMENT]: statementMaker({ db, rooms }, publicEnvironment(config, [])) });
  const senders = { email: createMailer(config, make), sms: createSmsSender(config) };
  const outbox = startOutbox({ db, secret, senders }, failed);
  const calls = createCallCounts();
  const stops = [
    shareCallCounts(calls, { database, timers: nodeTimers, failed }),
    startNoticeTimer(byClock),
    startMarketplaceTimer(byClock),
    startSettlementTimer(byClock),
    startRegistryTimer({ ...byClock, connectors }),
    ...(authority ? [startAuthorityTimer({ ...byClock, authority })] : []),
    startLogTimer({ ...byClock, log }),
    startReceiptEvents({ ...byClock, sign }),
    runRehearsals({ ...byClock, rooms }),
    startCleanup({ db, clock, timers: nodeTimers, failed }, cleanupJobs(files)),
  ];
  return { make, connectors, calls, stops, stopOutbox: outbox.stop };
}

const cleanupJobs = (files: FileStore): CleanupJob[] => [
  deleteExpiredIdentityRows,
  deleteOldRequests,
  deleteOldBidRequests,
  deleteOldMessages,
  deleteStaleProcesses,
  deleteOldNotices,
  deleteOldDeliveries,
  deleteOldRehearsals,
  deleteOldDeleted,
  releaseSellOrderImages,
  deleteUnusedImages(files),
  deleteUnusedTemplateFiles(files),
  deleteUnusedEvidence(files),
];
