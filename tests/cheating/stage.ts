import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { getRecordAsAdmin, listRecordKeys } from '#contract/award/record.ts';
import { placeBid, placeInitialBids } from '#contract/bidding/bidding.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { receiptsText, type Receipt, type SignedHead } from '#domain/record/receipt.ts';
import { insertAuction, moveAuctionAndTell, type TestAuction } from '#testing/builders/records.ts';
import { freshDatabase } from '#testing/world/database.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { worldOn } from '#testing/world/world.ts';
import { learnLog, visitLog, type Visit } from '../../scripts/witness/watch-log.ts';
import { openWitnessKey, openWitnessState } from '../../scripts/witness/witness-state.ts';

/** How long a wait may take before the test fails. */
export const WAIT = { timeout: 60_000 };

/** Three bidders: the victim of a cheat, a friend of the operator, and a third one. */
export const BIDDERS = ['victim', 'friend', 'third'] as const;
export type BidderName = (typeof BIDDERS)[number];

type Files = { readonly receipts: readonly Receipt[]; readonly seen?: SignedHead | undefined };

/** A server with its database, and files outside of it. A restart keeps the database. */
export async function openStage() {
  const folder = await temporaryFolder('cheating');
  const { database, url } = await freshDatabase();
  const start = async () => {
    const world = await worldOn(await openDatabase({ url: url ?? '' }), url, { LOG_ORIGIN: 'log.example' });
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    return { world, url: `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}` };
  };
  let server = await start();
  const { signedIn } = server.world;
  return {
    db: database.db,
    folder: folder.path,
    admin: await signedIn({ role: 'Admin' }),
    owner: await signedIn(),
    bidders: { victim: await signedIn(), friend: await signedIn(), third: await signedIn() },
    server: () => server,
    /** Stops the process, and starts another one on the same database. */
    async restart(): Promise<void> {
      await server.world.end();
      server = await start();
    },
    async close(): Promise<void> {
      await server.world.end();
      await database.close();
      await folder.remove();
    },
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Opens an auction in which each bidder has an initial bid. */
export async function openAuction({ db, server, bidders, owner, admin }: Stage): Promise<TestAuction> {
  const people = BIDDERS.map((name) => ({ person: bidders[name] }));
  const by = { ownerAccountId: owner.accountId, createdBy: admin.userId };
  const auction = await insertAuction(db, { ...by, startsIn: 60, bidders: people });
  for (const name of BIDDERS) {
    const call = { params: { id: auction.auctionId }, body: { bids: [aBid(auction, 5)] } };
    expect(await server().world.call(bidders[name], placeInitialBids, call)).toMatchObject({ code: 'Success' });
  }
  await moveAuctionAndTell(db, auction.auctionId, { startsIn: -5, endsIn: 3_600 });
  return auction;
}

/** Raises the bid of a bidder. Returns the receipt. */
export async function raiseBid(
  { db, server, bidders }: Stage,
  auction: TestAuction,
  name: BidderName,
  price: number,
): Promise<Receipt> {
  const { rows } = await sql<{ id: string }>`
    select bid_id as id from bid_history where bidder_id = ${bidderIdOf(auction, name)} limit 1`.execute(db);
  const call = { params: { id: auction.auctionId }, body: aBid(auction, price, rows[0]?.id) };
  const { code, data } = await server().world.call(bidders[name], placeBid, call);
  if (code !== 'Success' || !data.receipt) throw new Error(`the bid was answered with ${code}`);
  return data.receipt;
}

/** Ends auctions, and waits for their records. */
export async function endAuctions(stage: Stage, auctions: readonly TestAuction[]): Promise<void> {
  for (const { auctionId } of auctions) await moveAuctionAndTell(stage.db, auctionId, { startsIn: -60, endsIn: 1 });
  for (const auction of auctions)
    await vi.waitUntil(async () => (await recordOf(stage, auction)).code === 'Success', WAIT);
}

const recordOf = ({ server, admin }: Stage, { auctionId: id }: TestAuction) =>
  server().world.call(admin, getRecordAsAdmin, { params: { id } });

/** Waits until the public log has the newest head of each auction. */
export async function waitForLog({ db }: Stage): Promise<void> {
  const isComplete = async () => {
    const { rows } = await sql`
      select from auction where not exists (select from log_entry e
        where e.auction_id = auction.id and e.seq >= auction.version)`.execute(db);
    return rows.length === 0;
  };
  await vi.waitUntil(isComplete, WAIT);
}

/** Starts a witness with a memory of its own. The result visits the log, with the module of the command. */
export async function startWitness({ folder, server }: Stage, name: string): Promise<() => Promise<Visit>> {
  const home = join(folder, name);
  const witness = { key: openWitnessKey(home, `${name}.example`), state: openWitnessState(home) };
  const learn = () => learnLog(witness.state, `${server().url}/log`, undefined);
  await learn();
  return async () => visitLog(witness, await learn());
}

/** Runs `npm run verify` on the record of an auction, with the published key. */
export async function verifyRecord(
  stage: Stage,
  auction: TestAuction,
  checks: { readonly files?: Files; readonly hasLog?: boolean } = {},
): Promise<Verified> {
  const { folder, server } = stage;
  const keys = await server().world.call(undefined, listRecordKeys);
  const [record, receipts] = [join(folder, 'record.jsonl'), join(folder, 'receipts.json')];
  await writeFile(record, (await recordOf(stage, auction)).text);
  if (checks.files) await writeFile(receipts, receiptsText({ auctionId: auction.auctionId, ...checks.files }));
  return runVerify([
    record,
    `--key=${keys.data[0]?.publicKey}`,
    ...(checks.files ? [`--receipts=${receipts}`] : []),
    ...(checks.hasLog ? [`--log=${server().url}`] : []),
  ]);
}

export const bidderIdOf = ({ bidderIds }: TestAuction, name: BidderName): string =>
  bidderIds[BIDDERS.indexOf(name)] ?? '';

const aBid = ({ itemIds }: TestAuction, price: number, bidId?: string) => ({
  auctionItemId: itemIds[0] ?? '',
  price,
  quantity: 10,
  bidderPartialFulfillment: true,
  ...(bidId && { bidId }),
});

/** The exit code of the command, whether the record is valid by itself, and the text about everything else. */
type Verified = { readonly code: number; readonly isValid: boolean; readonly said: string };

async function runVerify(args: readonly string[]): Promise<Verified> {
  type Ran = { readonly code?: number; readonly stdout: string };
  const { code = 0, stdout } = (await promisify(execFile)(process.execPath, ['scripts/verify.ts', ...args]).catch(
    (failed: Ran) => failed as Ran & { code: number },
  )) as Ran;
  const [before = '', said = ''] = stdout.split('Compare it with the key that the service publishes.\n');
  return { code, isValid: before.includes('The record is valid.'), said };
}
