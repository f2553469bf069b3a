import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { placeInitialBids } from '#contract/bidding/bidding.ts';
import { retireHolding } from '#contract/holding/retirement.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { addSellOrderItem, createSellOrder, publishSellOrder } from '#contract/marketplace/sell-order.ts';
import { createTemplate } from '#contract/template.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { insertRegistration } from '#testing/builders/company-builders.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { aSellOrder, aSellOrderItem } from '#testing/builders/marketplace-builders.ts';
import { moveAuction, type TestAuction, type TestPerson } from '#testing/builders/records.ts';
import { aTemplate } from '#testing/builders/template-builders.ts';
import type { SitePage } from '#testing/permissions/site-map.ts';
import { expect, type World } from '../world.ts';

type CreatedObject = { readonly id: string; readonly number?: string };

/** Makes calls as the user who is signed in on a page. */
export async function callsOf(page: Page) {
  const stored = await page.evaluate(() => localStorage.getItem('TNBX.greenlot.v1.tokens') ?? '{}');
  const { accessToken } = JSON.parse(stored) as { accessToken: string };
  return async <Answer = CreatedObject>(
    route: { method: string; path: string },
    id: string,
    data: object,
  ): Promise<Answer> => {
    const headers = { Authorization: `Bearer ${accessToken}`, 'Idempotency-Key': randomUUID() };
    const path = API_BASE + route.path.replace('{id}', id);
    const reply = await page.request.fetch(path, { method: route.method, headers, data });
    expect(reply.ok(), await reply.text()).toBe(true);
    return ((await reply.json()) as { data: Answer }).data;
  };
}

/**
 * Creates auctions before, during and after their time. The user has a bid in `room`, so its page shows the room. The
 * user can register for `open`.
 */
async function auctionsOf(world: World, person: TestPerson, byUser: Awaited<ReturnType<typeof callsOf>>) {
  const bidders = [{ person }, { person: await world.person() }];
  const soon = { startsIn: 3_600, endsIn: 7_200 };
  const [live, room, past, next, open] = [
    await world.auction({ bidders, items: [{ quantity: 90 }, { quantity: 40, partial: false }] }),
    await world.auction({ bidders, ...soon, items: [{ quantity: 90 }, { quantity: 40, partial: false }] }),
    await world.auction({ bidders, ...soon }),
    await world.auction({ ownerAccountId: person.accountId, ...soon }),
    await world.auction({ auctionType: 'Reverse', isPrivate: false, ...soon }),
  ];
  for (const { auctionId, itemIds } of [room, past]) {
    const bid = { auctionItemId: itemIds[0], price: 10, quantity: 5, bidderPartialFulfillment: true };
    await byUser(placeInitialBids, auctionId, { bids: [bid] });
  }
  await moveAuction(world.database.db, room.auctionId, -600, 7_200);
  await moveAuction(world.database.db, past.auctionId, -7_200, -3_600);
  // The result belongs to an auction that is not over, because the closing writes the results of ended auctions.
  await insertResult(world, open.auctionId, { itemId: open.itemIds[0], vintage: 2098 });
  const idOf = (one: TestAuction): string => one.auctionId;
  return { live: idOf(live), room: idOf(room), past: idOf(past), soon: idOf(next), open: idOf(open) };
}

type Sold = { readonly itemId: string | undefined; readonly vintage: number };

/** Inserts the result of an item that was just sold, as dashboards and price lists read it. */
export const insertResult = (world: World, auctionId: string, { itemId, vintage }: Sold) =>
  sql`
    insert into item_result values (${itemId}, ${auctionId}, 'Forward', 'MY', 'Wind', ${vintage}, 'FullYear', now(), 400000,
      250000, 1250000, 2, 1020, 500, 520, 7)`.execute(world.database.db);

/** Returns the id of the newest entry of the audit trail. */
async function newestLine({ database }: World): Promise<string> {
  const { rows } = await sql<{ id: string }>`select max(id)::text as id from audit_line`.execute(database.db);
  return rows[0]?.id ?? '';
}

/**
 * Creates some objects of every kind that has a page of its own, and returns their ids. Their names are digits where
 * possible, so that the names are not taken for untranslated text.
 */
export async function fill(world: World, [user, admin]: readonly [Page, Page], person: TestPerson) {
  const [byUser, byAdmin] = [await callsOf(user), await callsOf(admin)];
  const { db } = world.database;
  const auctions = await auctionsOf(world, person, byUser);
  const seller = await world.person();
  const { id: holding } = await aHolding(db, { holder: person, seller, quantity: 50 });
  const retirement = await byUser(retireHolding, holding, { quantity: 5, beneficiary: { choice: 'own' } });
  const applicant = await world.person();
  const registration = await insertRegistration(db, applicant.userId);
  const { id: sellOrder } = await byAdmin(createSellOrder, '', aSellOrder(seller.accountId, { title: '24' }));
  await byAdmin(addSellOrderItem, sellOrder, aSellOrderItem());
  await byAdmin(publishSellOrder, sellOrder, { publishTime: null });
  const order = { accountId: person.accountId, quantity: 3, beneficiary: null, reviewed: null };
  const { id: buyOrder } = await byUser(placeBuyOrder, sellOrder, order);
  const { id: template } = await byAdmin(createTemplate, '', aTemplate({ documentName: '7' }));
  const { accountId } = person;
  const auditLine = await newestLine(world);
  return { ...auctions, holding, retirement, registration, sellOrder, buyOrder, template, accountId, auditLine };
}

export type Everything = Awaited<ReturnType<typeof fill>>;

/** Returns the address of a page about one of the objects that `fill` created. */
export function hrefOf({ path, search = '' }: SitePage, made: Everything): string {
  const ids: readonly (readonly [RegExp, string | undefined])[] = [
    [/auction-result/, made.past],
    [/^\/user\/update|^\/admin\/(update|add-bidders)\/\$id/, made.soon],
    [/^\/auction\/\$id|^\/admin\/auction\/\$id/, made.room],
    [/auction\/\$id/, made.live],
    [/holdings/, made.holding],
    [/retirements/, made.retirement.id],
    [/retirement\/\$number/, made.retirement.number],
    [/account-registration/, made.registration],
    [/business-account|claims-report/, made.accountId],
    [/buy-order/, made.buyOrder],
    [/marketplace/, made.sellOrder],
    [/template/, made.template],
    [/audit-trail/, made.auditLine],
    [/message-texts/, 'accountMail_invitation'],
  ];
  const id = ids.find(([about]) => about.test(path))?.[1] ?? randomUUID();
  return path.replaceAll(/\$\w+/g, id) + search;
}
