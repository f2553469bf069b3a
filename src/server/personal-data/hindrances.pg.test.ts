import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { erasePersonalData, getPersonalData } from '#contract/personal-data.ts';
import { registerForAuction } from '#contract/auction/auction.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { removeMember } from '#contract/company/company.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { eraseAgain, eraseByOperator, exportByOperator } from '#server/personal-data/by-operator.ts';
import { nameOfErased } from '#server/personal-data/erase.ts';
import { insertRegistration } from '#testing/builders/company-builders.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { insertAuction, moveToAccount } from '#testing/builders/records.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

const PASSWORD = 'Rimba-Solar-2031';
let w: World;
let passwordHash: string;
let admin: SignedIn;
let person: SignedIn;
beforeAll(async () => {
  w = await world();
  passwordHash = await hashPassword(PASSWORD);
  admin = await w.signedIn({ role: 'Admin', passwordHash });
});
afterAll(() => w.end());
beforeEach(async () => void (person = await w.signedIn({ passwordHash })));

const erase = (who = person) => w.call(who, erasePersonalData, { body: { Password: PASSWORD } });
/** Checks that the list of hindrances agrees with the reply to an erasure. Returns the hindrances' codes and names. */
async function refusals(who = person): Promise<unknown[]> {
  const { hindrances } = (await w.call(who, getPersonalData)).data;
  const { code, params } = await erase(who);
  if (hindrances.length > 0) expect({ code, ...params }).toEqual(hindrances[0]);
  else expect(code).toBe('Success');
  return hindrances.map((one) => [one.code, one.name]);
}
const anAuction = (ownerAccountId: string, bidders: SignedIn[] = []) =>
  insertAuction(w.database.db, {
    ownerAccountId,
    createdBy: admin.userId,
    bidders: bidders.map((one) => ({ person: one })),
  });
async function seatHolders(auctionId: string): Promise<string[]> {
  const seats = w.database.db.selectFrom('bidder').select('user_id').where('auction_id', '=', auctionId);
  return (await seats.execute()).map(({ user_id }) => user_id);
}
const TITLE = 'Hydro and solar, Peninsular Malaysia';

test('a bidder in an open auction cannot be erased until it closes', async () => {
  const seller = await w.signedIn();
  const { auctionId } = await anAuction(seller.accountId, [person]);
  expect(await refusals()).toEqual([['erasure_auction_open', TITLE]]);
  await sql`update auction set closed_at = now() where id = ${auctionId}`.execute(w.database.db);
  expect(await refusals()).toEqual([]);
});

test('the only owner of an open auction’s company stays; a member whose seat a colleague takes may be erased', async () => {
  await anAuction(person.accountId);
  expect(await refusals()).toEqual([['erasure_auction_open', TITLE]]);
  const [seller, colleague] = [await w.signedIn(), await w.signedIn()];
  const bidder = await w.signedIn({ passwordHash });
  await moveToAccount(w.database.db, colleague, { accountId: bidder.accountId, role: 'owner' });
  const { auctionId } = await anAuction(seller.accountId, [bidder]);
  expect(await refusals(bidder)).toEqual([['erasure_auction_open', TITLE]]);
  await w.call(bidder, removeMember, { params: { id: bidder.accountId, userId: bidder.userId } });
  // The seat is handed over right after the removal.
  await expect.poll(() => seatHolders(auctionId)).toEqual([colleague.userId]);
  expect(await refusals(bidder)).toEqual([]);
});

test('a pending buy order, an offer and RECs keep the only member of a company', async () => {
  const { db } = w.database;
  const buyer = await w.signedIn();
  const { rows } = await sql<{ id: string }>`
    insert into sell_order (id, title, description, seller_account_id, unit_price_cents, minimum_purchase_quantity,
      max_buy_order_rec_quantity, seller_fee_hundredths, buyer_fee_hundredths, beneficiary_default, total_quantity,
      remaining_quantity, created_by)
    values (gen_random_uuid(), 'Hydro 2031', '', ${person.accountId}, 100, 1, 10, 0, 0, 'none', 10, 10, ${admin.userId})
    returning id`.execute(db);
  await sql`
    insert into buy_order (id, sell_order_id, account_id, user_id, quantity, unit_price_cents, seller_fee_hundredths, buyer_fee_hundredths)
    values (gen_random_uuid(), ${rows[0]?.id}, ${person.accountId}, ${person.userId}, 1, 100, 0, 0)`.execute(db);
  await aHolding(db, { holder: person, seller: buyer, quantity: 5 });
  await sql`update auction set closed_at = now() where closed_at is null`.execute(db);
  expect(await refusals()).toEqual([
    ['erasure_order_pending', 'Hydro 2031'],
    ['erasure_sell_order_open', 'Hydro 2031'],
    ['erasure_holds_recs', `Company of ${person.username}`],
  ]);
  await sql`update buy_order set status = 'Rejected', decided_at = now(), decided_by = ${admin.userId}`.execute(db);
  expect(await refusals()).toEqual([
    ['erasure_sell_order_open', 'Hydro 2031'],
    ['erasure_holds_recs', `Company of ${person.username}`],
  ]);
  await sql`update sell_order set cancelled_at = now(), cancel_remark = 'withdrawn'`.execute(db);
  expect(await refusals()).toEqual([['erasure_holds_recs', `Company of ${person.username}`]]);
  const heir = await w.signedIn();
  await moveToAccount(db, heir, { accountId: person.accountId, role: 'owner' });
  expect(await refusals()).toEqual([]);
});

test('names an open registration, and a company whose other members are not owners, as obstacles', async () => {
  const colleague = await w.signedIn();
  await moveToAccount(w.database.db, colleague, { accountId: person.accountId, role: 'trader' });
  const id = await insertRegistration(w.database.db, person.userId);
  expect(await refusals()).toEqual([
    ['erasure_registration_open', 'Rimba Solar Sdn Bhd'],
    ['erasure_last_owner', `Company of ${person.username}`],
  ]);
  await sql`update company_registration set status = 'Rejected' where id = ${id}`.execute(w.database.db);
  expect(await refusals()).toEqual([['erasure_last_owner', `Company of ${person.username}`]]);
  await sql`update account_member set role = 'owner' where user_id = ${colleague.userId}`.execute(w.database.db);
  expect(await refusals()).toEqual([]);
});

test('one of two administrators may be erased, the last one stays', async () => {
  const other = await w.signedIn({ role: 'Admin', passwordHash });
  const both = await Promise.all([erase(admin), erase(other)]);
  expect(both.map(({ code }) => code).toSorted()).toEqual(['Success', 'erasure_last_admin']);
});

const RACES = 12;

test('a user who registers and bids during the erasure either bids and stays, or has no seat', async () => {
  const { db } = w.database;
  const seller = await w.signedIn();
  const wish = { ownerAccountId: seller.accountId, createdBy: admin.userId, isPrivate: false };
  const { auctionId, itemIds } = await insertAuction(db, wish);
  const outcomes = new Set<string>();
  for (let race = 0; race < RACES; race++) {
    const one = await w.signedIn({ passwordHash });
    const params = { id: auctionId };
    const [registered, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const enter = async () => {
      const body = { accountId: one.accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION };
      // Checking the password of the erasure takes a while. Each race begins the registration at another moment of that
      // time. The last race begins it after the reply to the erasure, however fast the machine is.
      await (race === RACES - 1 ? answered.promise : new Promise((resolve) => setTimeout(resolve, race * 6)));
      await w.call(one, registerForAuction, { params, body });
      registered.resolve();
      const bid = { auctionItemId: itemIds[0] ?? '', price: 5 + race, quantity: 10, bidderPartialFulfillment: true };
      return w.call(one, placeBid, { params, body: bid });
    };
    // In the first race, the erasure starts after the reply to the registration.
    const leave = async () => {
      if (race === 0) await registered.promise;
      return erase(one).finally(answered.resolve);
    };
    const [erased, bid] = await Promise.all([leave(), enter()]);
    const seats = await db.selectFrom('bidder').select('id').where('user_id', '=', one.userId).execute();
    const lines = db
      .selectFrom('bid_history')
      .select('seq')
      .where('bidder_id', 'in', [one.userId, ...seats.map(({ id }) => id)]);
    const standing = (await lines.where('kind', '=', 'placed').execute()).length;
    outcomes.add(erased.code);
    if (erased.code === 'Success') {
      expect([seats.length, standing]).toEqual([0, 0]);
      expect(bid.code).not.toBe('Success');
    } else expect([erased.code, seats.length, bid.code, standing]).toEqual(['erasure_auction_open', 1, 'Success', 1]);
  }
  expect([...outcomes].toSorted()).toEqual(['Success', 'erasure_auction_open']);
});

test('nothing new begins for an erased person', async () => {
  const { db } = w.database;
  const { rows } = await sql<{ name: string }>`
    select tgrelid::regclass::text as name from pg_trigger where tgname = 'refuse_erased' order by 1`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual([
    'account_member',
    'api_key',
    'bidder',
    'buy_order',
    'calendar_link',
    'company_registration',
    'foreign_identity',
    'trusted_device',
    'user_session',
  ]);
  expect((await erase()).code).toBe('Success');
  const join = sql`insert into account_member (account_id, user_id) values (${person.accountId}, ${person.userId})`;
  await expect(join.execute(db)).rejects.toMatchObject({ code: 'GL001' });
});

test('a user of a foreign provider proves identity by a new sign-in there (ASVS 6.8.4, 10.3.4)', async () => {
  const { database, url } = w;
  const foreign = { VARIANT: 'GLOBAL', OIDC_ISSUER: 'https://id.greenlot.test', OIDC_CLIENT_ID: 'greenlot' };
  const other = await worldOn(database, url, foreign);
  await sql`
    insert into foreign_identity (issuer, subject, user_id, id_token)
    values (${foreign.OIDC_ISSUER}, ${person.userId}, ${person.userId}, '-')`.execute(database.db);
  const signedIn = (minutes: number) =>
    sql`update user_session set started_at = now() - ${minutes} * interval '1 minute' where user_id = ${person.userId}`.execute(
      database.db,
    );
  const ask = () => other.call(person, erasePersonalData, { body: { Password: '' } });
  await signedIn(11);
  expect(await other.call(person, getPersonalData)).toMatchObject({ data: { confirmBy: 'signIn' } });
  expect(await ask()).toMatchObject({ code: 'sign_in_too_long_ago', params: { minutes: 10 } });
  await signedIn(9);
  expect((await ask()).code).toBe('Success');
  await other.close();
});

test('an operator downloads and erases in an administrator’s name, and a restore erases the same people again', async () => {
  const { database } = w;
  const { db } = database;
  const by = await w.signedIn({ role: 'Admin' });
  expect(await exportByOperator(db, person.username, 0)).toContain(`${person.username}@example.test`);
  const asked = { name: person.username, admin: by.username };
  await expect(eraseByOperator(database, { ...asked, admin: person.username })).rejects.toThrow(
    'is not an administrator',
  );
  await expect(eraseByOperator(database, { ...asked, name: 'nobody' })).rejects.toThrow('no user nobody');
  const seller = await w.signedIn();
  const { auctionId } = await anAuction(seller.accountId, [person]);
  await expect(eraseByOperator(database, asked)).rejects.toThrow(`“${TITLE}” hasn’t closed yet`);
  expect(await eraseAgain(database, [person.userId])).toEqual([expect.stringContaining('hasn’t closed yet')]);
  await sql`update auction set closed_at = now() where id = ${auctionId}`.execute(db);
  expect(await eraseByOperator(database, asked)).toBe(person.userId);
  const line = db.selectFrom('audit_line').select(['user_id', 'about']).orderBy('id', 'desc').limit(1);
  expect(await line.executeTakeFirst()).toEqual({ user_id: by.userId, about: nameOfErased(person.userId) });
  // A restored backup brings the person back.
  await sql`update app_user set username = 'came-back', erased_at = null where id = ${person.userId}`.execute(db);
  expect(await eraseAgain(database, [person.userId, seller.accountId])).toEqual([]);
  const user = db.selectFrom('app_user').select('username').where('id', '=', person.userId);
  expect(await user.executeTakeFirst()).toEqual({ username: nameOfErased(person.userId) });
});
