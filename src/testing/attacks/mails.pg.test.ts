import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { claimMessages, queueMessages, type Message } from '#server/platform/mail/outbox.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** In these tests a member floods the email queue, so that rivals get their one-time codes too late to bid. */
let w: World;
let admin: SignedIn;
beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  admin = await w.signedIn({ role: 'Admin' });
});
afterAll(() => w.end());

test('a company that places and cancels orders endlessly is stopped, and so are the emails', async () => {
  const [seller, buyer] = [await w.signedIn(), await w.signedIn()];
  const { id } = await makeSellOrder(w, admin, { seller });
  const order = { accountId: buyer.accountId, quantity: 1, beneficiary: null, reviewed: null };
  const codes: string[] = [];
  for (let i = 0; i < 61; i += 1) {
    const { code, data } = await w.call(buyer, placeBuyOrder, { params: { id }, body: order });
    codes.push(code);
    if (code === 'Success') await w.call(buyer, cancelBuyOrder, { params: { id: data.id } });
  }
  expect(codes).toEqual([...Array<string>(60).fill('Success'), 'too_many_requests']);
});

test('a one-time code overtakes any number of other emails', async () => {
  const { db } = w.database;
  const aMail = (recipient: string): Message => ({ kind: 'test', channel: 'sms', recipient, subject: '', body: 'x' });
  await queueMessages(
    db,
    Array.from({ length: 200 }, (_, at) => aMail(`flood-${at}`)),
  );
  // The test is repeated, because a stored time is rounded up or down to the millisecond.
  for (let round = 0; round < 20; round += 1) {
    const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
    const usefulUntilMs = (rows[0]?.now.getTime() ?? 0) + 300_000;
    await queueMessages(db, [{ ...aMail(`rival-${round}`), usefulUntilMs }]);
    const [first] = await claimMessages(db, 'sms', 1);
    expect(first?.recipient).toBe(`rival-${round}`);
  }
});
