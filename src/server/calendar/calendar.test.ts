import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuctionsAsAdmin, listAuctionsAsUser } from '#contract/auction/auction.ts';
import { listCalendar } from '#contract/auction/calendar-view.ts';
import { createCalendarLink, getCalendarLink, revokeCalendarLink } from '#contract/calendar.ts';
import { endSessions } from '#contract/company/company.ts';
import { insertAuction, type AuctionOptions, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let reader: SignedIn;
const log: string[] = [];

beforeAll(async () => {
  w = await world({ LOG_LEVEL: 'trace' }, { write: (line) => void log.push(line) });
  admin = await w.signedIn({ role: 'Admin' });
  owner = await w.signedIn();
  reader = await w.signedIn();
});
afterAll(() => w.end());

const HOUR = 3_600;
const DAY = 24 * HOUR;

const anAuction = (wish: Partial<AuctionOptions> = {}): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    isPrivate: true,
    startsIn: HOUR,
    endsIn: 2 * HOUR,
    ...wish,
  });

/** Creates the person's link, and returns its path. */
async function linkOf(who: SignedIn): Promise<string> {
  const { data } = await w.call(who, createCalendarLink);
  return new URL(data.url).pathname;
}

const read = (path: string) => w.app.inject({ method: 'GET', url: path });

/** Returns the events of a link, as another program reads them. */
async function eventsOf(path: string): Promise<ICAL.Component[]> {
  const reply = await read(path);
  expect(reply.statusCode).toBe(200);
  return new ICAL.Component(ICAL.parse(reply.body)).getAllSubcomponents('vevent');
}

const idOf = (event: ICAL.Component): string => String(event.getFirstPropertyValue('uid')).split('@')[0] ?? '';
const idsOf = async (path: string): Promise<string[]> => (await eventsOf(path)).map(idOf);

/** Gives an auction another title, and returns the title. */
async function rename({ auctionId }: TestAuction, title: string): Promise<string> {
  await w.database.db.updateTable('auction').set({ title }).where('id', '=', auctionId).execute();
  return title;
}

test('another program reads the file: times in UTC, escaped and folded text, and a link', async () => {
  const anna = await w.signedIn();
  const auction = await anAuction({ bidders: [{ person: anna }] });
  const title = await rename(auction, `Hydro; solar, wind \\ 绿证拍卖 “${'long '.repeat(20)}”`);
  const path = await linkOf(anna);
  const reply = await read(path);
  expect(reply.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, max-age=300',
    'content-disposition': 'attachment; filename="auctions.ics"',
  });
  const lines = reply.body.split('\r\n');
  expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n'))).toBe(true);
  const [event] = await eventsOf(path);
  if (!event) throw new Error('there is no event');
  const row = await w.database.db
    .selectFrom('auction')
    .select(['start_time', 'auction_end_time'])
    .where('id', '=', auction.auctionId)
    .executeTakeFirstOrThrow();
  const inSeconds = (time: Date) => `${time.toISOString().slice(0, 19)}Z`;
  const value = (name: string) => String(event.getFirstPropertyValue(name));
  expect(value('summary')).toBe(title);
  expect(value('dtstart')).toBe(inSeconds(row.start_time));
  expect(value('dtend')).toBe(inSeconds(row.auction_end_time));
  expect(value('url')).toBe(`${w.parts.publicUrl}/auction/${auction.auctionId}/detail`);
  expect(value('status')).toBe('CONFIRMED');
  expect(Date.parse(value('last-modified'))).toBeGreaterThan(Date.now() - 60_000);
  expect(value('dtstamp')).toBe(value('last-modified'));
  // A file without changes is the same file, so that programs need not ask people about changes.
  expect((await read(path)).body).toBe(reply.body);
});

test('the file has the auctions of the lists: upcoming, live, and ended in the last 30 days', async () => {
  const upcoming = await anAuction({ isPrivate: false, startsIn: 40 * DAY, endsIn: 41 * DAY });
  const live = await anAuction({ bidders: [{ person: reader }], startsIn: -HOUR });
  const recent = await anAuction({ isPrivate: false, startsIn: -29 * DAY - HOUR, endsIn: -29 * DAY });
  const old = await anAuction({ isPrivate: false, startsIn: -31 * DAY - HOUR, endsIn: -31 * DAY });
  const foreign = await anAuction();
  const ids = await idsOf(await linkOf(reader));
  const listed = async (show: string) =>
    (await w.call(reader, listAuctionsAsUser, { query: `?limit=100&show=${show}` })).data.items.map(({ id }) => id);
  const all = [...(await listed('current')), ...(await listed('past'))];
  expect(ids.toSorted()).toEqual(all.filter((id) => id !== old.auctionId).toSorted());
  for (const { auctionId } of [upcoming, live, recent]) expect(ids).toContain(auctionId);
  expect(ids).not.toContain(foreign.auctionId);
  const ofAdmin = await idsOf(await linkOf(admin));
  const { data } = await w.call(admin, listAuctionsAsAdmin, { query: '?limit=100' });
  expect(ofAdmin).toEqual(expect.arrayContaining(data.items.map(({ id }) => id)));
  expect(ofAdmin).toContain(foreign.auctionId);
});

test('an annulled auction is cancelled in the calendar', async () => {
  const anna = await w.signedIn();
  const { auctionId } = await anAuction({ bidders: [{ person: anna }], startsIn: -2 * HOUR, endsIn: -HOUR });
  await expect
    .poll(async () => {
      const { closed_at: closedAt } = await w.database.db
        .selectFrom('auction')
        .select('closed_at')
        .where('id', '=', auctionId)
        .executeTakeFirstOrThrow();
      return closedAt;
    })
    .not.toBeNull();
  const annulled = { annulled_at: new Date() };
  await w.database.db.updateTable('auction').set(annulled).where('id', '=', auctionId).execute();
  const event = (await eventsOf(await linkOf(anna))).find((one) => idOf(one) === auctionId);
  expect(event?.getFirstPropertyValue('status')).toBe('CANCELLED');
});

test('a person has one link; a new one replaces it, and a revoked one stops working', async () => {
  const anna = await w.signedIn();
  expect((await w.call(anna, getCalendarLink)).data).toEqual({ createdAt: null });
  const first = await linkOf(anna);
  const second = await linkOf(anna);
  expect([(await read(first)).statusCode, (await read(second)).statusCode]).toEqual([404, 200]);
  expect((await w.call(anna, getCalendarLink)).data.createdAt).not.toBeNull();
  expect((await w.call(anna, revokeCalendarLink)).data).toEqual({ createdAt: null });
  expect((await read(second)).json()).toMatchObject({ code: 'not_found' });
  expect((await w.call(anna, revokeCalendarLink)).status).toBe(200);
});

test('the database has no token, and no log line has one', async () => {
  const anna = await w.signedIn();
  const path = await linkOf(anna);
  await read(path);
  const token = /([\w-]{43})\.ics$/.exec(path)?.[1] ?? 'no token';
  const rows = await w.database.db.selectFrom('calendar_link').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(log.join('')).toContain('/calendar/:token.ics');
  expect(log.join('')).not.toContain(token);
});

test('the file shows nothing of a company that the person left or that is blacklisted', async () => {
  const anna = await w.signedIn();
  const auction = await anAuction({ bidders: [{ person: anna }] });
  const open = await anAuction({ isPrivate: false });
  const path = await linkOf(anna);
  expect(await idsOf(path)).toEqual(expect.arrayContaining([auction.auctionId, open.auctionId]));
  await w.database.db.updateTable('account').set({ status: 'Blacklisted' }).where('id', '=', anna.accountId).execute();
  const ofBlacklisted = await idsOf(path);
  expect(ofBlacklisted).toContain(auction.auctionId);
  expect(ofBlacklisted).not.toContain(open.auctionId);
  await w.database.db.deleteFrom('account_member').where('user_id', '=', anna.userId).execute();
  expect(await idsOf(path)).toEqual([]);
});

test('the link ends when the person is erased, or when an administrator ends the sessions', async () => {
  const [anna, bo] = [await w.signedIn(), await w.signedIn()];
  const paths = [await linkOf(anna), await linkOf(bo)];
  await w.database.db.updateTable('app_user').set({ erased_at: new Date() }).where('id', '=', anna.userId).execute();
  await w.call(admin, endSessions, { params: { id: bo.userId } });
  const replies = await Promise.all(paths.map(read));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
});

test('the page gets the auctions of a period, also those that only reach into it', async () => {
  const anna = await w.signedIn();
  const bidders = [{ person: anna }];
  const inside = await anAuction({ bidders, startsIn: 100 * DAY, endsIn: 100 * DAY + HOUR });
  const across = await anAuction({ bidders, startsIn: 98 * DAY, endsIn: 100 * DAY });
  const after = await anAuction({ bidders, startsIn: 103 * DAY, endsIn: 104 * DAY });
  const foreign = await anAuction({ startsIn: 100 * DAY, endsIn: 101 * DAY });
  const at = (days: number) => new Date(Date.now() + days * DAY * 1_000).toISOString();
  const inPeriod = (from: number, until: number) =>
    w.call(anna, listCalendar, { query: `?from=${at(from)}&until=${at(until)}` });
  const { data } = await inPeriod(99, 102);
  expect(data.items.map(({ id }) => id)).toEqual([across.auctionId, inside.auctionId]);
  expect(data.items[0]).toMatchObject({ status: 'upcoming', isAnnulled: false, auctionType: 'Forward' });
  const ofAdmin = await w.call(admin, listCalendar, { query: `?from=${at(99)}&until=${at(102)}` });
  expect(ofAdmin.data.items.map(({ id }) => id)).toContain(foreign.auctionId);
  expect((await inPeriod(102, 160)).data.items.map(({ id }) => id)).toEqual([after.auctionId]);
  for (const [from, until] of [
    [1, 64],
    [2, 1],
  ] as const)
    expect((await inPeriod(from, until)).code).toBe('invalid_request');
});
