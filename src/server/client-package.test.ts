import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBid, placeInitialBids, type RoomBid } from '#contract/bidding/bidding.ts';
import { annulAuction } from '#contract/bidding/conduct.ts';
import { foldRoom, roomOf, type Room } from '#contract/bidding/fold-room.ts';
import type { RoomDelta, RoomSnapshot } from '#contract/bidding/room.ts';
import { makeApiKey, makeOperatorKey, revokeApiKey } from '#contract/company/api-key.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { Scope } from '#domain/automation/scope.ts';
import { DELIVERY_KINDS } from '#domain/automation/webhook.ts';
import { insertAuction, moveAuctionAndTell, type TestAuction } from '#testing/builders/records.ts';
import { startRefusingApi } from '#testing/stand-ins/refusing-api.ts';
import { freePort } from '#testing/world/free-port.ts';
import { openWire } from '#testing/world/hub-world.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'clients/typescript');
const BYTES_MAX = 250_000;

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };
const run = async (file: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ran> =>
  promisify(execFile)(file, args, { cwd: folder.path, env: { ...process.env, ...env } }).then(
    (done) => ({ code: 0, ...done }),
    ({ code, stdout, stderr }: Ran) => ({ code, stdout, stderr }),
  );

let folder: TemporaryFolder;
let w: World;
let wire: Awaited<ReturnType<typeof openWire>>;
let bidder: SignedIn;
let admin: SignedIn;
let seller: SignedIn;
let key: string;
/** The packages that the client installs. */
let installed: string[];

beforeAll(async () => {
  // The client reaches the server by a wire that can be cut.
  const port = await freePort();
  wire = await openWire(port);
  folder = await temporaryFolder('client');
  w = await world({ PUBLIC_URL: `http://127.0.0.1:${wire.port}` });
  await w.app.listen({ port, host: '127.0.0.1' });
  [bidder, seller] = [await w.signedIn(), await w.signedIn()];
  admin = await w.signedIn({ role: 'Admin' });
  key = await keyOf(bidder);
  cpSync(join(PACKAGE, 'tests'), folder.path, { recursive: true });
  writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
  for (const name of ['openapi.json', 'asyncapi.json'])
    writeFileSync(join(folder.path, name), (await w.app.inject(`/${name}`)).body);
  // Another generator.
  const oazapfts = join(ROOT, 'node_modules/.bin/oazapfts');
  expect(await run(oazapfts, ['openapi.json', 'other-client.ts'])).toMatchObject({ code: 0 });
  const packed = ['pack', PACKAGE, '--pack-destination', folder.path];
  expect(await run('npm', packed, { API_DOCUMENTS: folder.path })).toMatchObject({ code: 0 });
  expect(await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball()])).toMatchObject({ code: 0 });
  installed = readdirSync(join(folder.path, 'node_modules')).filter((name) => !name.startsWith('.'));
  // The other client needs a package, and so do sockets in Node 20.
  for (const name of ['@oazapfts/runtime', 'ws'])
    cpSync(join(ROOT, 'node_modules', name), join(folder.path, 'node_modules', name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/@types'), join(folder.path, 'node_modules/@types'));
});
afterAll(async () => {
  for (const follower of followers) follower.kill();
  await wire.close();
  await w.end();
  await folder.remove();
});

const tarball = (): string => join(folder.path, readdirSync(folder.path).find((name) => name.endsWith('.tgz')) ?? '');
async function keyOf(owner: SignedIn): Promise<string> {
  const body = { name: 'Client', role: 'trader', days: 30 } as const;
  return (await w.call(owner, makeApiKey, { params: { id: owner.accountId }, body })).data.key;
}
const baseUrl = (): string => `http://127.0.0.1:${wire.port}`;
const live = (person = bidder): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    bidders: [{ person }],
  });
const settingsOf = ({ auctionId, itemIds }: TestAuction) => ({
  baseUrl: baseUrl(),
  key,
  auctionId,
  auctionItemId: itemIds[0] ?? '',
});
const bidOn = ({ itemIds }: TestAuction, price = 5) => ({
  auctionItemId: itemIds[0] ?? '',
  price,
  quantity: 10,
  bidderPartialFulfillment: true,
});

/** Runs a program of the package's tests. Returns what it printed. */
async function play(program: string, settings: object): Promise<unknown> {
  const { stdout, stderr, code } = await run(process.execPath, [program], { SETTINGS: JSON.stringify(settings) });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

test('the package is small, needs no other package, and has the version of the project', () => {
  expect(statSync(tarball()).size).toBeLessThan(BYTES_MAX);
  const versionIn = (file: string): string => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  expect(versionIn(join(PACKAGE, 'package.json'))).toBe(versionIn(join(ROOT, 'package.json')));
  expect(installed).toEqual(['greenlot-client']);
  expect(readdirSync(join(folder.path, 'node_modules/greenlot-client'))).toEqual(
    expect.arrayContaining(['README.md', 'dist']),
  );
});

test('its types accept correct programs and refuse wrong ones', async () => {
  // Without the path to the source, the programs get the types of the installed package.
  const config = join(folder.path, 'tsconfig.json');
  writeFileSync(config, readFileSync(config, 'utf8').replace(/"paths": .*/, ''));
  const compile = () => run(join(ROOT, 'node_modules/.bin/tsc'), ['--project', folder.path]);
  expect(await compile()).toMatchObject({ code: 0, stdout: '' });
  const wrong = join(folder.path, 'wrong.ts');
  const lines = [
    "import { createGreenlot, isGreenlotError, placeBid, verifyWebhook, type PlaceBidError } from 'greenlot-client';",
    "const client = createGreenlot({ baseUrl: '' });",
    "await placeBid({ client, path: { id: '' } });",
    'const error: unknown = undefined;',
    "if (isGreenlotError<PlaceBidError>(error)) console.log(error.code === 'invoice_exists');",
    "const event = await verifyWebhook({ headers: {}, body: '', secret: '' });",
    "if (event.type === 'nothing') console.log(event);",
  ];
  writeFileSync(wrong, lines.join('\n'));
  const refused = await compile();
  writeFileSync(wrong, '');
  expect([...refused.stdout.matchAll(/^wrong\.ts\((\d+)/gm)].map(([, line]) => line)).toEqual(['3', '5', '7']);
});

test('it lists auctions, bids twice with one key as one bid, follows the room, and throws typed errors', async () => {
  const auction = await live();
  const told = await play('run-trade.ts', settingsOf(auction));
  expect(told).toMatchObject({
    listed: [auction.auctionId],
    versions: [4, 4],
    updates: 1,
    refused: { status: 422, code: 'you_cannot_decrease_your_bid_value' },
  });
  const { seen, refused, fileBytes } = told as { seen: number[]; refused: { message: string }; fileBytes: number };
  expect(seen.at(-1)).toBe(6);
  expect(refused.message).toMatch(/\p{Script=Han}/u);
  expect(fileBytes).toBeGreaterThan(100);
});

test('an auction is created, traded, settled and retired with keys and the package alone', async () => {
  const made = { name: 'Whole', days: 30 } as const;
  const scopes: Scope[] = ['auctions:read', 'auctions:write', 'settlement:write'];
  const operator = (await w.call(admin, makeOperatorKey, { body: { ...made, scopes } })).data.key;
  const [buyerKey, sellerKey] = [await keyOf(await w.signedIn()), await keyOf(await w.signedIn())];
  const playing = play('whole-auction.ts', { baseUrl: baseUrl(), operatorKey: operator, buyerKey, sellerKey });
  // Only the clock is put forward by the test: to the start when the first bid is there, and to the end after the live bid.
  const bidAt = (price: number) => async () => {
    const bids = w.database.db.selectFrom('bid_history').select('auction_id').where('price_cents', '=', price);
    const [line] = await bids.where('quantity', '=', 40).execute();
    return line?.auction_id ?? '';
  };
  await expect.poll(bidAt(500), { timeout: 10_000 }).not.toBe('');
  const auctionId = (await bidAt(500)()) as AuctionId;
  await moveAuctionAndTell(w.database.db, auctionId, { startsIn: -1, endsIn: 60 });
  await expect.poll(bidAt(600), { timeout: 10_000 }).not.toBe('');
  await moveAuctionAndTell(w.database.db, auctionId, { startsIn: -60, endsIn: -1 });
  const told = await playing;
  expect(told).toMatchObject({
    settled: { whole: 'settled', payment: 'paid', delivery: 'accepted', paid: '240.00', deliveredQuantity: 40 },
    retired: { bytes: expect.toSatisfy((bytes: number) => bytes > 10_000) as number },
  });
});

type Line = Omit<Room, 'bids'> & { readonly bids: RoomBid[]; readonly isClosed: boolean };

const followers: ChildProcess[] = [];
/** Starts a program that follows a room. `until` waits for an update. */
function follow(auction: TestAuction, more: { readonly key?: string; readonly as?: 'admin' } = {}) {
  const env = { ...process.env, SETTINGS: JSON.stringify({ ...settingsOf(auction), ...more }) };
  const child = spawn(process.execPath, ['follow.ts'], { cwd: folder.path, env, stdio: ['ignore', 'pipe', 'inherit'] });
  followers.push(child);
  const updates: Line[] = [];
  createInterface(child.stdout).on('line', (line) => updates.push(JSON.parse(line) as Line));
  const ended = new Promise((resolve) => {
    child.on('exit', resolve);
  });
  return {
    updates,
    ended,
    until: (isReached: (line: Line) => boolean) =>
      expect.poll(() => updates.at(-1)).toSatisfy((line: Line | undefined) => line !== undefined && isReached(line)),
  };
}

test('it follows a room over cut connections until the auction is closed', async () => {
  const auction = await live();
  const params = { id: auction.auctionId };
  const { data } = await w.call(bidder, placeInitialBids, { params, body: { bids: [bidOn(auction)] } });
  const bidId = data.bids[0]?.bidId ?? '';
  const { updates, until, ended } = follow(auction);
  const byAdmin = follow(auction, { key: admin.token, as: 'admin' });
  await until(({ bids }) => bids.length === 1);
  for (const price of [6, 7, 8]) {
    wire.cut();
    expect((await w.call(bidder, placeBid, { params, body: { ...bidOn(auction, price), bidId } })).code).toBe(
      'Success',
    );
    wire.restore();
    await until(({ bids }) => bids[0]?.bidValue === price);
  }
  await w.call(admin, annulAuction, { params, body: { reason: 'Wrong certificates' } });
  expect(await ended).toBe(0);
  expect(updates.at(-1)).toMatchObject({ isClosed: true, times: { isClosed: true } });
  expect(await byAdmin.ended).toBe(0);
  expect(byAdmin.updates.at(-1)).toMatchObject({ isClosed: true, bids: [{ bidId, bidValue: 8 }] });
  expect(updates.slice(0, -1).every(({ isClosed }) => !isClosed)).toBe(true);
});

test('it throws the reason if the caller may not, or no longer, follow the room', async () => {
  const auction = await live();
  const { updates, ended } = follow(auction);
  expect(await ended).toBe(0);
  expect(updates).toEqual([{ refused: 'initial_bid_required' }]);
  const params = { id: auction.auctionId };
  await w.call(bidder, placeInitialBids, { params, body: { bids: [bidOn(auction)] } });
  const made = { name: 'To revoke', role: 'viewer', days: 30 } as const;
  const account = { id: bidder.accountId };
  const { data } = await w.call(bidder, makeApiKey, { params: account, body: made });
  const byKey = follow(auction, { key: data.key });
  await byKey.until(({ bids }) => bids.length === 1);
  const keyId = data.keys.find(({ name }) => name === made.name)?.id ?? '';
  await w.call(bidder, revokeApiKey, { params: { ...account, keyId } });
  expect(await byKey.ended).toBe(0);
  expect(byKey.updates.at(-1)).toEqual({ refused: 'api_key_not_valid' });
});

test('the examples in its README and in the guide bid, and follow a room to its end', async () => {
  const reader = await w.signedIn();
  const auction = await live(reader);
  const env = { GREENLOT_URL: baseUrl(), GREENLOT_KEY: await keyOf(reader), AUCTION: auction.auctionId };
  const start = (file: string, after: string) => {
    const [, text = ''] = readFileSync(file, 'utf8').split(after);
    const code = /```ts\n(.*?)```/s.exec(text)?.[1] ?? '';
    const args = ['--input-type=module', '--eval', code];
    const child = spawn(process.execPath, args, { cwd: folder.path, env: { ...process.env, ...env } });
    followers.push(child);
    const program = { printed: '', ended: new Promise((resolve) => void child.on('close', resolve)) };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (program.printed += chunk.toString()));
    return program;
  };
  const first = start(join(PACKAGE, 'README.md'), '# greenlot-client');
  await expect.poll(() => first.printed).toContain('bidValue');
  const second = start(join(ROOT, 'docs/api.md'), '## The client package');
  await expect.poll(() => second.printed).toMatch(/^3 1$/m);
  await w.call(admin, annulAuction, { params: { id: auction.auctionId }, body: { reason: 'Wrong certificates' } });
  expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
  expect(first.printed).toMatch(/true\n$/);
});

/** Runs a recipe of the guide. Returns the lines that it printed. */
async function cook(heading: string, env: Record<string, string>): Promise<string[]> {
  const [, text = ''] = readFileSync(join(ROOT, 'docs/api.md'), 'utf8').split(`### ${heading}`);
  const code = /```ts\n(.*?)```/s.exec(text)?.[1] ?? '';
  const ran = await run(process.execPath, ['--input-type=module', '--eval', code], { GREENLOT_URL: baseUrl(), ...env });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  return ran.stdout.trim().split('\n');
}

test('the recipes of the guide create an auction, confirm a payment, retire, and copy a list', async () => {
  const { db } = w.database;
  const [buyer, owner] = [await w.signedIn(), await w.signedIn()];
  const scopes: Scope[] = ['auctions:read', 'auctions:write'];
  const made = await w.call(admin, makeOperatorKey, { body: { name: 'Recipe', days: 30, scopes } });
  const env = { GREENLOT_KEY: made.data.key, OWNER: owner.accountId, COMPANY: buyer.username };
  const [id] = await cook('The operator creates an auction and invites a company', env);
  const invited = await db
    .selectFrom('bidder')
    .select('account_id')
    .where('auction_id', '=', id ?? '')
    .execute();
  expect(invited).toEqual([{ account_id: buyer.accountId }]);

  const auction = await insertAuction(db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: buyer }],
  });
  const { auctionId: AUCTION } = auction;
  await w.call(buyer, placeInitialBids, { params: { id: AUCTION }, body: { bids: [bidOn(auction)] } });
  await moveAuctionAndTell(db, AUCTION, { startsIn: -60, endsIn: -1 });
  const settlements = db.selectFrom('settlement').innerJoin('award', 'award.id', 'settlement.award_id');
  const isSettling = async () =>
    (await settlements.select('settlement.id').where('award.auction_id', '=', AUCTION).execute()).length;
  await expect.poll(isSettling).toBe(1);
  const ofSeller = { GREENLOT_KEY: await keyOf(owner), AUCTION, REFERENCE: 'TT-7' };
  expect(await cook('A seller confirms what its bank received', ofSeller)).toEqual(['paid']);
  const ofBuyer = { GREENLOT_KEY: await keyOf(buyer) };
  const numbers = await cook('A company retires what it holds', ofBuyer);
  expect(numbers).toEqual([expect.stringMatching(/\w{4}/)]);
  expect(await cook('A program keeps a copy of a list', ofBuyer)).toEqual([
    expect.stringMatching(/^[\da-f-]{36} \d+$/),
  ]);
});

test('it repeats calls that failed in passing, with the same key, and no others', async () => {
  const auctionId = randomUUID();
  const place = `/auction-api/user/auctions/${auctionId}`;
  const list = '/auction-api/user/auctions';
  const bids = { status: 200, data: { bids: [], version: 1, receivedAt: '2026-01-01T00:00:00.000Z' } };
  const api = await startRefusingApi({
    [`${place}/bids`]: [{ status: 503 }, 'lost', { status: 429, retryAfter: '1' }, bids],
    [list]: [
      { status: 503, retryAfter: new Date(Date.now() - 1000).toUTCString() },
      { status: 200, data: { items: [] } },
      { status: 429, retryAfter: '60' },
    ],
    [`${place}/registrations`]: [{ status: 503 }],
  });
  const startedAt = performance.now();
  const told = await play('repeat.ts', { baseUrl: api.url, key, auctionId });
  expect(performance.now() - startedAt).toBeGreaterThan(1000);
  expect(told).toEqual({
    bid: bids.data,
    otherBid: bids.data,
    list: { items: [] },
    registration: [503, 'database_away', null],
    tooLong: [429, 'too_many_requests', 60],
  });
  const keys = api.calls.filter(({ path }) => path.endsWith('/bids')).map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([keys[0], keys[0], keys[0], keys[0], keys[4]]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[4]).not.toBe(keys[0]);
  expect(new Set(api.calls.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${key}`]));
  expect(api.calls.filter(({ path }) => path.endsWith('/registrations'))).toHaveLength(1);
  api.end();
});

test('it accepts webhooks that a library of standardwebhooks.com signed, and rejects all others', async () => {
  const secret = `whsec_${Buffer.from('a secret with at least 24 bytes').toString('base64')}`;
  const other = `whsec_${Buffer.from('another secret, also 24 bytes').toString('base64')}`;
  const [kind] = DELIVERY_KINDS;
  const body = JSON.stringify({ type: kind, timestamp: new Date().toISOString(), data: { title: 'Größe 水' } });
  const signed = (by: string, at = new Date()) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  });
  const both = `${signed(other)['webhook-signature']} ${signed(secret)['webhook-signature']}`;
  const parcels = [
    { headers: signed(secret), body },
    { headers: { ...signed(secret), 'webhook-signature': both }, body },
    { headers: signed(other), body },
    { headers: signed(secret), body: `${body} ` },
    { headers: signed(secret, new Date(Date.now() - 310_000)), body },
    { headers: signed(secret, new Date(Date.now() + 310_000)), body },
    { headers: { ...signed(secret), 'webhook-timestamp': 'now' }, body },
    { headers: { ...signed(secret), 'webhook-signature': 'v1,%%' }, body },
    { headers: { 'webhook-id': 'msg_1' }, body },
  ];
  expect(await play('receive.ts', { parcels, secret })).toEqual([
    [kind, 'msg_1'],
    [kind, 'msg_1'],
    'signature_wrong',
    'signature_wrong',
    'time_out_of_range',
    'time_out_of_range',
    'time_out_of_range',
    'signature_wrong',
    'header_missing',
  ]);
});

test('its copy of a room follows the same rule as the server’s own pages', async () => {
  type Theirs = (room: Room | undefined, message: RoomSnapshot | RoomDelta) => { room: Room; hasGap: boolean };
  const { foldRoom: theirs } = (await import(join(PACKAGE, 'src/room-state.ts'))) as { foldRoom: Theirs };
  const bid = fc.record({ bidId: fc.constantFrom('a', 'b', 'c'), seq: fc.nat(5), bidValue: fc.nat(9) });
  const version = fc.nat(6);
  const shared = { auctionId: fc.constant('x'), version, epoch: fc.constantFrom('0', '1'), bids: fc.array(bid) };
  const snapshot = fc.record({
    ...shared,
    kind: fc.constant('snapshot'),
    isOtherHistory: fc.constantFrom(true, undefined),
  });
  const delta = fc.record({ ...shared, kind: fc.constant('delta'), from: version });
  fc.assert(
    fc.property(snapshot, fc.array(fc.oneof(snapshot, delta)), (first, messages) => {
      let ours = roomOf(first as unknown as RoomSnapshot);
      let copy = theirs(undefined, first as unknown as RoomSnapshot).room;
      for (const message of messages as unknown as (RoomSnapshot | RoomDelta)[]) {
        const [one, other] = [foldRoom(ours, message), theirs(copy, message)];
        expect([other.room, other.hasGap]).toEqual([one.room, one.gap]);
        [ours, copy] = [one.room, other.room];
      }
    }),
  );
});

test('the client of another generator places a bid, too', async () => {
  const auction = await live();
  expect(await play('other-generator.ts', settingsOf(auction))).toMatchObject({
    status: 200,
    data: { code: 'Success', data: { version: 4, bids: [{ bidValue: 7 }] } },
  });
});
