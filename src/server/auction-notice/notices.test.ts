import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelBid, listOwnBids, placeBid, placeInitialBids } from '#contract/bidding/bidding.ts';
import { getNoticeSettings, listNotices, readNotices, updateNoticeSettings, type Notice } from '#contract/notice.ts';
import { ENDING_MINUTES_DEFAULT, NOTICE_DEFAULTS, NOTICE_KINDS } from '#domain/notice/notice.ts';
import {
  insertAuction,
  moveAuction,
  moveAuctionAndTell,
  type AuctionOptions,
  type TestAuction,
} from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

const anAuction = (wish: Partial<AuctionOptions> = {}): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    // The start is too long ago for a notification about it.
    startsIn: -3_600,
    items: [{ quantity: 100 }],
    bidders: [{ person: anna }, { person: bo }],
    ...wish,
  });

const bid = (who: SignedIn, { auctionId, itemIds }: TestAuction, price: number, quantity = 100) =>
  w.call(who, placeBid, {
    params: { id: auctionId },
    body: { auctionItemId: itemIds[0] ?? '', price, quantity, bidderPartialFulfillment: false },
  });

const noticesOf = async (who: SignedIn, { auctionId }: TestAuction): Promise<Notice[]> =>
  (await w.call(who, listNotices)).data.items.filter(({ auction }) => auction?.id === auctionId);
const kindsOf = async (who: SignedIn, auction: TestAuction) => (await noticesOf(who, auction)).map(({ kind }) => kind);
const mailsTo = async (who: SignedIn, subject: string) => {
  const { rows } = await sql<{ body: string }>`
    select body from outbox where recipient = ${`${who.username}@example.test`} and subject like ${`${subject}%`}
    order by created_at`.execute(w.database.db);
  return rows;
};

test('an outbid bidder is notified once until it reads the notification', async () => {
  const auction = await anAuction();
  await bid(anna, auction, 5);
  await bid(bo, auction, 6);
  await expect.poll(() => kindsOf(anna, auction)).toEqual(['outbid']);
  const [first] = await noticesOf(anna, auction);
  expect(first).toMatchObject({
    isRead: false,
    itemName: 'MY.Hydro.2020',
    outcome: null,
    channels: NOTICE_DEFAULTS.outbid,
  });
  await bid(anna, auction, 7);
  await bid(bo, auction, 8);
  await expect.poll(async () => (await noticesOf(anna, auction))[0]?.at).not.toBe(first?.at);
  const [again, ...others] = await noticesOf(anna, auction);
  expect([again?.noticeId, others]).toEqual([first?.noticeId, []]);
  // Bo was outbid for a moment, but may have bid again before the check.
  expect((await kindsOf(bo, auction)).length).toBeLessThan(2);
});

test('before the start nobody is outbid, and nobody learns of bids of others', async () => {
  const auction = await anAuction({ startsIn: 3_600, endsIn: 7_200 });
  const stranger = await w.signedIn();
  await bid(anna, auction, 5);
  await bid(bo, auction, 6);
  const live = await anAuction();
  await bid(anna, live, 5);
  await bid(bo, live, 6);
  await expect.poll(() => kindsOf(anna, live)).toEqual(['outbid']);
  expect(await kindsOf(anna, auction)).toEqual([]);
  for (const who of [stranger, owner, admin]) expect(await kindsOf(who, live)).toEqual([]);
});

test('former members and blacklisted companies get no notifications, and see nothing of a hidden auction', async () => {
  const [gone, listed] = [await w.signedIn(), await w.signedIn()];
  const auction = await anAuction({ bidders: [{ person: gone }, { person: listed }, { person: bo }] });
  await bid(gone, auction, 5, 50);
  await bid(listed, auction, 5, 50);
  const { db } = w.database;
  await db.deleteFrom('account_member').where('user_id', '=', gone.userId).execute();
  await db.updateTable('account').set({ status: 'Blacklisted' }).where('id', '=', listed.accountId).execute();
  await bid(bo, auction, 6);
  await expect
    .poll(() => db.selectFrom('outbid_told').where('auction_id', '=', auction.auctionId).select('seq').execute())
    .not.toEqual([]);
  expect(await kindsOf(listed, auction)).toEqual([]);
  const { rows } = await sql`select 1 from notice where auction_id = ${auction.auctionId}`.execute(db);
  expect(rows).toEqual([]);
});

test('only its own reader reads a notification', async () => {
  const auction = await anAuction();
  await bid(anna, auction, 5);
  await bid(bo, auction, 6);
  await expect.poll(() => kindsOf(anna, auction)).toEqual(['outbid']);
  const noticeIds = (await noticesOf(anna, auction)).map(({ noticeId }) => noticeId);
  const isRead = async () => (await noticesOf(anna, auction)).map((notice) => notice.isRead);
  await w.call(bo, readNotices, { body: { noticeIds } });
  expect(await isRead()).toEqual([false]);
  await w.call(anna, readNotices, { body: { noticeIds } });
  expect(await isRead()).toEqual([true]);
  await bid(anna, auction, 7);
  await bid(bo, auction, 8);
  await expect.poll(() => kindsOf(anna, auction)).toEqual(['outbid', 'outbid']);
});

test('bidders and the owner get the result, by email if they want emails', async () => {
  const auction = await anAuction();
  await bid(anna, auction, 5, 40);
  await bid(bo, auction, 6, 70);
  await w.call(bo, updateNoticeSettings, {
    body: { choices: [{ kind: 'result', channels: ['page'] }], endingMinutes: [10] },
  });
  const before = (await mailsTo(anna, 'Result')).length;
  await moveAuction(w.database.db, auction.auctionId, -100, -10);
  await expect.poll(() => kindsOf(owner, auction)).toEqual(['result']);
  const outcomes = async (who: SignedIn) =>
    (await noticesOf(who, auction)).flatMap(({ kind, outcome, quantity }) =>
      kind === 'result' ? [[outcome, quantity]] : [],
    );
  expect(await Promise.all([anna, bo, owner].map(outcomes))).toEqual([[['lost', 0]], [['won', 70]], [['traded', 70]]]);
  expect((await mailsTo(anna, 'Result')).length).toBe(before + 1);
  expect(await mailsTo(bo, 'Result')).toEqual([]);
});

test('settings have defaults until a person changes them', async () => {
  const carol = await w.signedIn();
  const defaults = {
    choices: NOTICE_KINDS.map((kind) => ({ kind, channels: NOTICE_DEFAULTS[kind] })),
    endingMinutes: ENDING_MINUTES_DEFAULT,
  };
  expect((await w.call(carol, getNoticeSettings)).data).toEqual(defaults);
  const body = {
    choices: [{ kind: 'outbid' as const, channels: ['mail' as const, 'page' as const] }],
    endingMinutes: [30 as const],
  };
  const { data } = await w.call(carol, updateNoticeSettings, { body });
  expect(data.choices[0]).toEqual({ kind: 'outbid', channels: ['page', 'mail'] });
  expect((await w.call(anna, getNoticeSettings)).data).toEqual(defaults);
  expect((await w.call(admin, getNoticeSettings)).status).toBe(200);
});

test('a person who switched a kind off gets no notifications of it', async () => {
  const carol = await w.signedIn();
  await w.call(carol, updateNoticeSettings, {
    body: { choices: [{ kind: 'outbid', channels: [] }], endingMinutes: [] },
  });
  const auction = await anAuction({ bidders: [{ person: carol }, { person: bo }] });
  await bid(carol, auction, 5);
  await bid(bo, auction, 6);
  await expect
    .poll(() =>
      w.database.db.selectFrom('outbid_told').where('auction_id', '=', auction.auctionId).select('seq').execute(),
    )
    .not.toEqual([]);
  expect(await kindsOf(carol, auction)).toEqual([]);
});

test('a bidder that can newly win because an all-or-nothing bid dropped out is notified, by email only once', async () => {
  const chen = await w.signedIn();
  const auction = await anAuction({ bidders: [{ person: anna }, { person: bo }, { person: chen }] });
  await bid(bo, auction, 7);
  await bid(anna, auction, 5);
  await bid(chen, auction, 8, 1);
  await expect.poll(() => kindsOf(bo, auction)).toEqual(['outbid']);
  // Anna's bid of 100 RECs does not fit beside Chen's. Anna can win only with another bid.
  expect(await noticesOf(anna, auction)).toMatchObject([{ kind: 'canWin', itemName: 'MY.Hydro.2020', quantity: null }]);
  expect(await noticesOf(chen, auction)).toEqual([]);
  await hurryMails(auction);
  const mails = async () => (await mailsTo(anna, 'You can win')).filter(({ body }) => body.includes(auction.auctionId));
  await expect.poll(async () => (await mails()).length).toBe(1);
});

test('a bidder that bid before the auction changed gets later notifications', async () => {
  const auction = await anAuction({ startsIn: 3_600, endsIn: 7_200 });
  const sealed = { auctionItemId: auction.itemIds[0] ?? '', price: 5, quantity: 100, bidderPartialFulfillment: false };
  await w.call(anna, placeInitialBids, { params: { id: auction.auctionId }, body: { bids: [sealed] } });
  await moveAuctionAndTell(w.database.db, auction.auctionId, { startsIn: -3_600, endsIn: 3_600 });
  await bid(bo, auction, 6);
  await expect.poll(() => kindsOf(anna, auction)).toEqual(['outbid']);
});

test('a bid that wins again by a cancellation is notified with its quantity', async () => {
  const auction = await anAuction();
  await bid(anna, auction, 5);
  await bid(bo, auction, 6);
  await expect.poll(() => kindsOf(anna, auction)).toEqual(['outbid']);
  const { data } = await w.call(bo, listOwnBids, { params: { id: auction.auctionId } });
  const params = { id: auction.auctionId, bidId: data[0]?.bidId ?? '' };
  await w.call(admin, cancelBid, { params, body: { reason: 'A slip' } });
  await expect.poll(() => kindsOf(anna, auction)).toEqual(['canWin', 'outbid']);
  expect((await noticesOf(anna, auction))[0]).toMatchObject({ quantity: 100, outcome: null });
  expect(await kindsOf(bo, auction)).toEqual([]);
});

/** Makes the mails about an auction due now instead of after a minute. */
const hurryMails = ({ auctionId }: TestAuction) =>
  sql`update notice set mail_due_at = clock_timestamp() where auction_id = ${auctionId} and mail_due_at is not null`.execute(
    w.database.db,
  );

test('an outbid bidder gets an email only while the notification is unread, and no second one soon', async () => {
  const auction = await anAuction();
  // Emails of earlier tests become due at the same time, so only those about this auction count.
  const outbidMails = async () =>
    (await mailsTo(anna, 'You’ve been outbid')).filter(({ body }) => body.includes(auction.auctionId));
  await bid(anna, auction, 5);
  await bid(bo, auction, 6);
  await expect.poll(() => kindsOf(anna, auction)).toEqual(['outbid']);
  const before = (await outbidMails()).length;
  await hurryMails(auction);
  await expect.poll(async () => (await outbidMails()).length).toBe(before + 1);
  expect((await outbidMails()).at(-1)?.body).toContain('MY.Hydro.2020');
  await bid(anna, auction, 7);
  await bid(bo, auction, 8);
  const { db } = w.database;
  const dueIn = async () => {
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from mail_due_at - clock_timestamp())::float8 / 60 as minutes from notice
      where auction_id = ${auction.auctionId} and user_id = ${anna.userId} and mail_due_at is not null`.execute(db);
    return rows[0]?.minutes ?? 0;
  };
  await expect.poll(dueIn).toBeGreaterThan(9);
  const noticeIds = (await noticesOf(anna, auction)).map(({ noticeId }) => noticeId);
  await w.call(anna, readNotices, { body: { noticeIds } });
  await hurryMails(auction);
  await expect.poll(dueIn).toBe(0);
  expect((await outbidMails()).length).toBe(before + 1);
});

test('a start is notified once, an approaching end once, and again after the end moved', async () => {
  const carol = await w.signedIn();
  const auction = await anAuction({ startsIn: -1, bidders: [{ person: carol }] });
  await expect.poll(() => kindsOf(carol, auction)).toEqual(['started']);
  await expect.poll(async () => (await mailsTo(carol, 'Started')).length).toBe(1);
  expect(await kindsOf(owner, auction)).toEqual([]);
  const readAll = async () => {
    const noticeIds = (await noticesOf(carol, auction)).map(({ noticeId }) => noticeId);
    await w.call(carol, readNotices, { body: { noticeIds } });
  };
  const endings = async () => (await kindsOf(carol, auction)).filter((kind) => kind === 'endingSoon').length;
  for (const [at, endsIn] of [590, 115, 595].entries()) {
    await readAll();
    await moveAuction(w.database.db, auction.auctionId, -3_600, endsIn);
    await expect.poll(endings).toBe(at + 1);
  }
  // No user here chose a notice at five minutes.
  await moveAuction(w.database.db, auction.auctionId, -3_600, 295);
  await expect
    .poll(() => w.database.db.selectFrom('notice_told').where('minutes', '=', 5).select('minutes').execute())
    .not.toEqual([]);
  expect(await endings()).toBe(3);
});
