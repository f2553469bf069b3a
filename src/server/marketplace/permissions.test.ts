import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { listMessages } from '#server/platform/mail/outbox.ts';
import { aPng } from '#testing/builders/image-builders.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { askForMissing } from '#testing/permissions/matrix.ts';
import { WHO } from '#testing/permissions/stage.ts';
import { world } from '#testing/world/world.ts';

/** Cases that the table of permissions (docs/permissions.md) does not cover. */
test('a user does not buy for another company', async () => {
  const w = await world(MARKETPLACE_ON);
  const [seller, buyer, other] = [await w.signedIn(), await w.signedIn(), await w.signedIn()];
  const { id } = await makeSellOrder(w, await w.signedIn({ role: 'Admin' }), { seller });
  const body = { accountId: buyer.accountId, quantity: 5, beneficiary: null, reviewed: null };
  expect((await w.call(other, placeBuyOrder, { params: { id }, body })).code).toBe('bidder_account_unknown');
  await w.end();
});

test('with the flag off every operation is rejected, for every caller and every request', async () => {
  const off = await world({ FLAG_MARKETPLACE: 'off' });
  const [user, admin] = [await off.signedIn(), await off.signedIn({ role: 'Admin' })];
  const users = Object.fromEntries(WHO.map((who) => [who, user])) as Record<(typeof WHO)[number], typeof user>;
  const stage = { w: off, people: { ...users, admin }, png: new Uint8Array(await aPng()) };
  const asked = [
    ...(await askForMissing(stage, 'admin', /^\/admin\/(sell|buy)-orders/)),
    ...(await askForMissing(stage, 'trader', /^\/user\/(sell|buy)-orders/)),
  ];
  expect(asked.length).toBeGreaterThan(30);
  expect(asked.filter(([, code]) => code !== 'feature_disabled')).toEqual([]);
  await off.end();
});

test('with the flag off nobody is invited to a later publication', async () => {
  const off = await world({ FLAG_MARKETPLACE: 'off' });
  const [seller, buyer, admin] = [await off.signedIn(), await off.signedIn(), await off.signedIn({ role: 'Admin' })];
  const { db } = off.database;
  const order = {
    title: 'From before',
    description: '',
    seller_account_id: seller.accountId,
    unit_price_cents: 100,
    minimum_purchase_quantity: 1,
    max_buy_order_rec_quantity: 1,
    seller_fee_hundredths: 0,
    buyer_fee_hundredths: 0,
    beneficiary_default: 'none',
    created_by: admin.userId,
  } as const;
  const id = randomUUID();
  await db
    .insertInto('sell_order')
    .values({ id, ...order })
    .execute();
  await db.insertInto('sell_order_buyer').values({ sell_order_id: id, account_id: buyer.accountId }).execute();
  await db.updateTable('sell_order').set({ publish_at: new Date() }).where('id', '=', id).execute();
  // Long enough for one or two runs of the timer.
  await setTimeout(2_500);
  expect((await listMessages(db)).filter(({ subject }) => subject.includes('From before'))).toEqual([]);
  await off.end();
});
