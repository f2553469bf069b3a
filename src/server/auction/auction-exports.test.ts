import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportWonBidsAsAdmin, exportWonBidsAsUser, getResultAsAdmin } from '#contract/award/award.ts';
import { exportBidders } from '#contract/bidder/bidder.ts';
import { exportHistoryAsAdmin, exportHistoryAsUser, placeBid } from '#contract/bidding/bidding.ts';
import type { Route } from '#contract/basics/route.ts';
import { insertAuction, moveAuction, type TestAuction } from '#testing/builders/records.ts';
import { readZip } from '#testing/readers/read-zip.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
let idle: SignedIn;
let auction: TestAuction;

/**
 * Anna wins 600 at 5.00. The name of her company looks like a formula to a spreadsheet. Bo wins the other 400 at 4.50.
 * One bidder never bids.
 */
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo, idle] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn(), w.signedIn()]);
  const { db } = w.database;
  await db.updateTable('account').set({ company_name: '=1+1' }).where('id', '=', anna.accountId).execute();
  auction = await insertAuction(db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: anna, maxQuantity: 2_000 }, { person: bo }, { person: idle }],
  });
  await bid(anna, 5, 600);
  await bid(bo, 4.5, 700);
});
afterAll(() => w.end());

const bid = (who: SignedIn, price: number, quantity: number) =>
  w.call(who, placeBid, {
    params: { id: auction.auctionId },
    body: {
      auctionItemId: auction.itemIds[0] ?? '',
      price,
      quantity,
      bidderPartialFulfillment: true,
      minimumAcceptable: 50,
    },
  });

const ask = (who: SignedIn, route: Route, { query = '', language = 'en' } = {}) =>
  w.app.inject({
    url: `/auction-api${route.path.replace('{id}', auction.auctionId)}${query}`,
    headers: {
      authorization: `Bearer ${who.token}`,
      'accept-language': language,
      'accept-timezone': 'Asia/Kuala_Lumpur',
    },
  });

async function linesOf(...asked: Parameters<typeof ask>): Promise<string[]> {
  const { body } = await ask(...asked);
  return body.slice(1).trimEnd().split('\r\n');
}

test('exports bidders as searched, without calculating typed text', async () => {
  const [headings, ...lines] = await linesOf(admin, exportBidders, { query: '?Search=1%2B1', language: 'zh' });
  expect(headings).toMatch(/^用户名,企业账户,代号,.*\(Asia\/Kuala_Lumpur\)/);
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^${anna.username},'=1\\+1,竞价方 \\d+,2000,2000,1,,$`))]);
  expect(await linesOf(admin, exportBidders)).toHaveLength(4);
});

describe('the exported bid history', () => {
  test('for administrators has names, the oldest entry first, local times, and matches the record', async () => {
    const [headings, created, , placed, ...rest] = await linesOf(admin, exportHistoryAsAdmin);
    expect(headings).toContain('Time (Asia/Kuala_Lumpur),Time (UTC),Action,By,');
    expect(created).toMatch(/^1,/);
    expect(placed).toMatch(
      new RegExp(
        `^3,20[-\\d]+ [:\\d]+,20.+Z,Bid placed,Bidder,MY.Hydro.2020,${anna.username} · =1\\+1,5.00,600,Yes,50,,,\\w{64}$`,
      ),
    );
    expect(rest).toHaveLength(1);
  });

  test('for a bidder has its own entries under its alias while the auction runs', async () => {
    const [, ...lines] = await linesOf(bo, exportHistoryAsUser);
    expect(lines).toEqual([expect.stringMatching(/,Bidder \d+,4\.50,700,/)]);
    expect(lines.join()).not.toContain(bo.username);
    expect(await linesOf(idle, exportHistoryAsUser)).toHaveLength(1);
  });
});

describe('the exported awards', () => {
  test('for administrators are complete once the result is final, with amounts as numbers', async () => {
    expect((await ask(admin, exportWonBidsAsAdmin)).json()).toMatchObject({ code: 'results_not_ready' });
    await moveAuction(w.database.db, auction.auctionId, -3_600, -60);
    const [headings, first, second, ...rest] = await linesOf(admin, exportWonBidsAsAdmin, { language: 'zh' });
    expect(headings).toMatch(/^标的,/);
    expect(first).toMatch(new RegExp(`^MY.Hydro.2020,1,${anna.username},'=1\\+1,5.00,600,600,3000.00,45.00,30.00,`));
    expect(second).toMatch(/,4\.50,700,400,1800\.00,27\.00,18\.00,/);
    expect(rest).toEqual([]);
    const { rawPayload } = await ask(admin, exportWonBidsAsAdmin, { query: '?format=xlsx' });
    const sheet = readZip(rawPayload).get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('<v>3000</v>');
    expect(sheet).not.toContain('<f>');
  });

  test('have file names with the auction’s title, like its history and bidders', async () => {
    const nameOf = async (route: Route) =>
      decodeURIComponent(String((await ask(admin, route)).headers['content-disposition']));
    const { title } = (await w.call(admin, getResultAsAdmin, { params: { id: auction.auctionId } })).data.auction;
    expect(await nameOf(exportWonBidsAsAdmin)).toContain(`won-bids-${title}.csv`);
    expect(await nameOf(exportHistoryAsAdmin)).toContain(`bid-history-${title}.csv`);
    expect(await nameOf(exportBidders)).toContain(`bidders-${title}.csv`);
  });

  test('show the owner the winners, a bidder its own amounts, and nothing to an account without bids', async () => {
    const byOwner = (await linesOf(owner, exportWonBidsAsUser)).join();
    expect(byOwner).toContain("'=1+1,5.00");
    expect(byOwner).not.toContain(anna.username);
    const [, first, second] = await linesOf(bo, exportWonBidsAsUser);
    expect(first).toMatch(/^MY.Hydro.2020,1,Bidder \d+,,5\.00,600,600,,,,/);
    expect(second).toContain('1800.00');
    expect((await ask(idle, exportWonBidsAsUser)).statusCode).toBe(403);
    const history = (await linesOf(bo, exportHistoryAsUser)).join();
    expect(history).toContain('5.00,600');
    expect(history).not.toContain(anna.username);
    const stranger = await w.signedIn();
    expect((await ask(stranger, exportHistoryAsUser)).statusCode).toBe(404);
  });
});
