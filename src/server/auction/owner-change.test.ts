import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuction, updateAuction } from '#contract/auction/auction.ts';
import { listNotices, updateNoticeSettings } from '#contract/notice.ts';
import { moveToAccount } from '#testing/builders/records.ts';
import { readMails } from '#testing/readers/read-outbox.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
});
afterAll(() => w.end());

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const noticesOf = async (who: SignedIn) =>
  (await w.call(who, listNotices)).data.items.map(({ kind, auction }) => [kind, auction?.title]);
const subjectsTo = async ({ username }: SignedIn) =>
  (await readMails(w.database.db, `${username}@example.test`)).map(({ subject }) => subject);

test('the traders of both companies get a notification and an email when an administrator corrects the owner', async () => {
  const [former, viewer, next, quiet] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn(), w.signedIn()]);
  const { db } = w.database;
  await moveToAccount(db, viewer, { accountId: former.accountId, role: 'viewer' });
  await moveToAccount(db, quiet, { accountId: next.accountId, role: 'trader' });
  const choices = [{ kind: 'ownerChanged' as const, channels: [] }];
  await w.call(quiet, updateNoticeSettings, { body: { choices, endingMinutes: [] } });
  const settings = {
    title: 'Perak hydro',
    auctionType: 'Forward' as const,
    isPrivate: true,
    startTime: inHours(48),
    endTime: inHours(49),
    minimumRecQuantity: 1,
    minimumBiddingRecQuantity: 1,
    sellerProcessingFee: 0,
    buyerProcessingFee: 0,
    spotRecs: false,
    softCloseMinutes: null,
    softCloseMaximum: null,
    recurrenceTimeZone: null,
    recurrenceUntil: null,
    recurrenceTimes: null,
    tickSizeId: null,
    ownerAccountId: former.accountId,
  };
  const { data } = await w.call(admin, createAuction, { body: settings });
  const params = { id: data.id };
  const save = (change: object) => w.call(admin, updateAuction, { params, body: { ...settings, ...change } });

  expect((await save({ title: 'Perak hydro 2' })).code).toBe('Success');
  expect(await noticesOf(former)).toEqual([]);
  const changed = await save({ ownerAccountId: next.accountId });
  expect([changed.code, changed.fields]).toEqual(['Success', undefined]);
  for (const who of [former, next]) expect(await noticesOf(who)).toEqual([['ownerChanged', 'Perak hydro']]);
  for (const who of [viewer, quiet]) expect(await noticesOf(who)).toEqual([]);
  expect(await subjectsTo(former)).toEqual([expect.stringContaining('No longer the auction owner')]);
  expect(await subjectsTo(next)).toEqual([expect.stringContaining('You’re the auction owner')]);
  expect([...(await subjectsTo(viewer)), ...(await subjectsTo(quiet))]).toEqual([]);
});
