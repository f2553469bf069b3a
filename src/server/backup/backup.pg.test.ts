import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getRecordAsAdmin, listRecordKeys } from '#contract/award/record.ts';
import { placeBid, placeInitialBids } from '#contract/bidding/bidding.ts';
import { openCopying, type CopyingSource } from '#server/backup/copying.ts';
import { checkBackup, entriesIn, restoreBackup, restoringIn } from '#server/backup/restore-backup.ts';
import { packTar, type Entry } from '#server/backup/tar.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { folderStore } from '#server/platform/files/files.ts';
import { aPhoto } from '#testing/builders/image-builders.ts';
import { insertAuction, moveAuction, type TestAuction } from '#testing/builders/records.ts';
import { uploadPicture } from '#testing/builders/template-builders.ts';
import { emptyDatabase, ownedDatabase } from '#testing/world/database.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

/** The repository's root. Its commands back up a deployment under load and restore it elsewhere. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
const ITEMS = 70;
/** Time between two bids of a bidder. */
const PACE_MS = 30;
/** The last bids wait for this promise, so that the load lasts longer than the backup. */
const taken = Promise.withResolvers<void>();

let home: TemporaryFolder;
let w: World;
let admin: SignedIn;
let [seller, anna, bo]: SignedIn[] = [];
let ended: TestAuction;
let archive: string;
/** `before` has the bids that got a reply before the backup began, `acknowledged` all bids that got a reply. */
let before: string[];
const acknowledged: string[] = [];
/** Address of the database into which the test restores. Another role owns the tables there. */
let restored: string;
let ownerUrl: string;

const command = async (name: string, args: readonly string[], url: string, data = 'restored') =>
  run(process.execPath, [`scripts/${name}.ts`, ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: url,
      GREENLOT_DATA: join(home.path, data),
      DEMO: 'off',
      ...(url === restored && { DATABASE_OWNER_URL: ownerUrl }),
    },
  });

/** Bids twice on every item, one bid after the other. */
async function bid(auction: TestAuction, who: SignedIn): Promise<void> {
  for (const price of [6, 7])
    for (const auctionItemId of auction.itemIds) {
      const body = { auctionItemId, price, quantity: 10, bidderPartialFulfillment: true };
      if (price === 7 && auctionItemId === auction.itemIds.at(-1)) await taken.promise;
      const { data, code } = await w.call(who, placeBid, { params: { id: auction.auctionId }, body });
      if (code !== 'Success') throw new Error(code);
      acknowledged.push(...data.bids.map(({ bidId }) => bidId));
      await pause(PACE_MS);
    }
}

beforeAll(async () => {
  home = await temporaryFolder('backup');
  w = await world({ GREENLOT_DATA: join(home.path, 'own'), BID_CALLS_PER_SECOND: '100' });
  admin = await w.signedIn({ role: 'Admin' });
  [seller, anna, bo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
  if (!seller || !anna || !bo) throw new Error('the users are missing');
  const auction = { ownerAccountId: seller.accountId, createdBy: admin.userId };
  const bidders = [{ person: anna }, { person: bo }];
  ended = await insertAuction(w.database.db, { ...auction, bidders });
  const first = { auctionItemId: ended.itemIds[0] ?? '', price: 5, quantity: 600, bidderPartialFulfillment: true };
  await w.call(anna, placeInitialBids, { params: { id: ended.auctionId }, body: { bids: [first] } });
  await moveAuction(w.database.db, ended.auctionId, -60, 1);
  await uploadPicture(w, admin, { bytes: await aPhoto(), name: 'x.jpg' });
  const items = Array.from({ length: ITEMS }, () => ({}));
  const running = await insertAuction(w.database.db, { ...auction, bidders, items });
  for (const who of [anna, bo]) {
    const bids = running.itemIds.map((auctionItemId) => ({ ...first, auctionItemId, quantity: 1 }));
    const { code } = await w.call(who, placeInitialBids, {
      params: { id: running.auctionId },
      body: { bids: bids.slice(0, 1) },
    });
    if (code !== 'Success') throw new Error(code);
  }
  const record = () => w.call(admin, getRecordAsAdmin, { params: { id: ended.auctionId } });
  await vi.waitUntil(async () => (await record()).code === 'Success', { timeout: 60_000 });
  await writeFile(join(home.path, 'record'), (await record()).text);

  archive = join(home.path, 'backup.tar.gz');
  const load = Promise.all([bid(running, anna), bid(running, bo)]);
  await vi.waitUntil(() => acknowledged.length > 50, { timeout: 60_000, interval: 1 });
  before = [...acknowledged];
  await command('backup', [archive], w.url ?? '', 'own').finally(taken.resolve);
  await load;
  ({ url: restored, ownerUrl } = await ownedDatabase());
  await command('restore', [archive], restored);
});
afterAll(async () => {
  await w.end();
  await home.remove();
});

const bidsIn = async (url: string): Promise<string[]> => {
  const database = await openDatabase({ url, connections: 1 });
  const { rows } = await sql<{ id: string }>`
    select distinct bid_id as id from bid_history where bid_id is not null`.execute(database.db);
  await database.close();
  return rows.map(({ id }) => id);
};

test('restores everything acknowledged before the backup, and nothing that never was', async () => {
  const found = new Set(await bidsIn(restored));
  expect(before.length).toBeGreaterThan(50);
  expect(before.filter((id) => !found.has(id))).toEqual([]);
  const all = new Set(await bidsIn(w.url ?? ''));
  expect([...found].filter((id) => !all.has(id))).toEqual([]);
  const database = await openDatabase({ url: restored, connections: 1 });
  const { rows: torn } = await sql`
    select id from auction a
    where last_hash <> (select hash from bid_history h where h.auction_id = a.id order by seq desc limit 1)`.execute(
    database.db,
  );
  await database.close();
  expect(torn).toEqual([]);
  // The backup was taken in the middle of the load.
  expect(found.size).toBeLessThan(all.size);
});

test('backups of the restored database, and of a second restore in the other engine, are identical to the byte', async () => {
  const first = await checkBackup(archive);
  expect(first.entries.filter(({ name }) => name.startsWith('files/'))).toHaveLength(2);
  expect(first.sequences.length).toBeGreaterThan(2);
  const again = join(home.path, 'again.tar.gz');
  await command('backup', [again], restored);
  expect({ ...(await checkBackup(again)), takenAt: '' }).toEqual({ ...first, takenAt: '' });
  expect((await stat(again)).mode & 0o777).toBe(0o600);

  const embedded = { folder: join(home.path, 'embedded') };
  await restoreInto(embedded, archive, 'third');
  const copying = await openCopying(embedded);
  const third = await writeBackup(copying, folderStore(join(home.path, 'third')), join(home.path, 'third.tar.gz'));
  await copying.close();
  expect({ ...third, takenAt: '' }).toEqual({ ...first, takenAt: '' });
});

test('after a restore the ledger balances, the record verifies, numbers continue, and images load', async () => {
  const proved = JSON.parse((await command('ledger', [], restored)).stdout) as Record<string, number>;
  expect(proved).toMatchObject({ problems: 0 });
  expect(proved.entries).toBeGreaterThan(0);
  const other = await worldOn(await openDatabase({ url: restored }), restored, {
    GREENLOT_DATA: join(home.path, 'restored'),
  });
  const { text } = await other.call(admin, getRecordAsAdmin, { params: { id: ended.auctionId } });
  expect(text).toBe(await readFile(join(home.path, 'record'), 'utf8'));
  const key = (await other.call(undefined, listRecordKeys)).data[0]?.publicKey ?? '';
  const verified = await command('verify', [join(home.path, 'record'), `--key=${key}`], restored);
  expect(verified.stdout).toContain('The record is valid.');
  const picture = await uploadPicture(other, admin, { bytes: await aPhoto(), name: 'y.jpg' });
  expect(picture.status).toBe(200);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_line`.execute(other.database.db);
  expect(rows[0]?.n).toBe(2);
  await other.end();
});

/** Restores as the command does, in this process. */
const restoreInto = (source: CopyingSource, path: string, files = 'nothing') =>
  restoreBackup(path, {
    ...restoringIn(source),
    files: folderStore(join(home.path, files)),
    replaces: false,
  });

describe('rejects without changes:', () => {
  const tablesIn = async (url: string): Promise<number> => {
    const copying = await openCopying({ url });
    const tables = await copying.query("select 1 from pg_tables where schemaname = 'public'");
    await copying.close();
    return tables.length;
  };
  const damaged = async (change: (bytes: Buffer) => Buffer): Promise<string> => {
    const path = join(home.path, `${randomUUID()}.tar.gz`);
    await writeFile(path, change(await readFile(archive)));
    return path;
  };
  const flip = (bytes: Buffer, at: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };

  test('an archive with a changed bit, a missing end, or less content than it declares', async () => {
    const url = await emptyDatabase();
    const without = (name: string) =>
      Array.fromAsync(entriesIn(archive)).then((entries) => entries.filter((entry) => !entry.name.includes(name)));
    const packed = async (entries: Entry[]) => {
      const pieces = await Array.fromAsync(packTar(list(entries)));
      return gzipSync(Buffer.concat(pieces));
    };
    const unpacked = gunzipSync(await readFile(archive));
    const inside = unpacked.indexOf('Hydro and solar');
    const paths = await Promise.all([
      damaged((bytes) => flip(bytes, Math.floor(bytes.length / 2))),
      damaged((bytes) => bytes.subarray(0, -1_000)),
      damaged(() => gzipSync(flip(unpacked, inside))),
      packed(await without('bid_history')).then((bytes) => damaged(() => bytes)),
      packed(await without('manifest')).then((bytes) => damaged(() => bytes)),
      damaged(() => gzipSync('something else')),
    ]);
    for (const path of paths) await expect(restoreInto({ url }, path)).rejects.toThrow(/damaged/);
    expect(await tablesIn(url)).toBe(0);
  });

  test('a target that is not empty, unless replacement is requested', async () => {
    await expect(command('restore', [archive], restored)).rejects.toThrow('is not empty');
    expect((await bidsIn(restored)).length).toBeGreaterThan(50);
    const database = await openDatabase({ url: ownerUrl, connections: 1 });
    await database.exec(`
      update bid_history set hash = repeat('f', 64), at = clock_timestamp()
      where (auction_id, seq) = (select auction_id, max(seq) from bid_history where bidder_id is not null group by 1 limit 1);
      delete from bid_history where hash <> repeat('f', 64);
      create table left_over (id int)`);
    await database.close();
    await command('restore', [archive, '--replace'], restored);
    expect((await bidsIn(restored)).length).toBeGreaterThan(50);
    const own = await openDatabase({ url: restored, connections: 1 });
    // The backup does not have this line, so its bidder is notified.
    const { rows } = await sql`select quantity from notice where kind = 'bidsVoid'`.execute(own.db);
    expect(rows).toEqual([{ quantity: 1 }]);
    await expect(own.exec('delete from audit_line')).rejects.toThrow('permission denied');
    await own.close();
  });

  test('an archive of a release with migrations that this one lacks', async () => {
    const url = await emptyDatabase();
    const entries = await Array.fromAsync(entriesIn(archive));
    const changed = entries.map(({ name, bytes }) => ({
      name,
      bytes: name === 'manifest.json' ? Buffer.from(Buffer.from(bytes).toString().replace('0030-', '9930-')) : bytes,
    }));
    const pieces = await Array.fromAsync(packTar(list(changed)));
    const path = await damaged(() => gzipSync(Buffer.concat(pieces)));
    await expect(restoreInto({ url }, path)).rejects.toThrow(/9930-.* belongs to another release/);
    expect(await tablesIn(url)).toBe(0);
  });
});

async function* list(entries: readonly Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}
