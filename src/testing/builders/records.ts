import type { AdminRole } from '#domain/access/admin-role.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { MemberRole } from '#domain/access/may.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import { insertBidder } from '#server/auction/admit-bidder.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { settleAuctionListing } from '#server/auction/book-auction.ts';
import { writeEvent } from '#server/room/store/write-event.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { SoftClose } from '#domain/auction/answer-time.ts';

/** A user for tests, with the user's company. Both are inserted directly into the database. */
export type TestPerson = { readonly userId: string; readonly accountId: string; readonly username: string };

export type PersonWish = {
  role?: 'User' | 'Admin';
  username?: string;
  maxBidQuantity?: number | null;
  passwordHash?: string;
  adminRoles?: readonly AdminRole[];
};

export async function insertPerson(db: Db, person: PersonWish = {}): Promise<TestPerson> {
  const userId = randomUUID();
  const accountId = randomUUID();
  const username = person.username ?? `u${userId.slice(0, 12)}`;
  const role = person.role ?? 'User';
  await db
    .insertInto('app_user')
    .values({
      id: userId,
      username,
      email: `${username}@example.test`,
      password_hash: person.passwordHash ?? '-',
      auction_user_role: role,
      // Some tests insert users into the schema of an earlier release, which has no roles.
      ...(role === 'Admin' && { admin_roles: [...(person.adminRoles ?? ['owner' as const])] }),
      phone_code: null,
      phone_number: null,
    })
    .execute();
  if (role === 'User') {
    const company_name = `Company of ${username}`;
    await db
      .insertInto('account')
      .values({ id: accountId, company_name, country: 'MY', max_bid_quantity: person.maxBidQuantity ?? null })
      .execute();
    await db.insertInto('account_member').values({ account_id: accountId, user_id: userId }).execute();
  }
  return { userId, accountId, username };
}

/** Makes a person a member of another company, and ends the person's other memberships. */
export async function moveToAccount(
  db: Db,
  person: TestPerson,
  { accountId, role }: { accountId: string; role: MemberRole },
): Promise<void> {
  await db
    .updateTable('account_member')
    .set({ account_id: accountId, role })
    .where('user_id', '=', person.userId)
    .execute();
}

/** Inserts an API key that this person created for the company. Nobody knows the key itself. */
export async function insertApiKey(
  db: Db,
  { accountId, userId }: Pick<TestPerson, 'accountId' | 'userId'>,
  name: string,
): Promise<void> {
  await sql`
    insert into api_key (id, account_id, user_id, name, role, scopes, token_hash, hint, expires_at)
    values (gen_random_uuid(), ${accountId}, ${userId}, ${name}, 'viewer', '{auctions:read}', gen_random_uuid(), 'x',
            now() + interval '1 day')`.execute(db);
}

export type TestAuction = {
  readonly auctionId: AuctionId;
  readonly itemIds: readonly string[];
  readonly bidderIds: readonly string[];
};

export type AuctionOptions = {
  readonly ownerAccountId: string;
  readonly createdBy: string;
  /** Seconds from now to the start. A negative number is in the past. `endsIn` counts in the same way. */
  readonly startsIn?: number;
  readonly endsIn?: number;
  readonly auctionType?: AuctionType;
  readonly isPrivate?: boolean;
  readonly tickCents?: number;
  readonly softClose?: SoftClose;
  readonly items?: readonly { quantity?: number; partial?: boolean; minimumCents?: number; maximumCents?: number }[];
  readonly bidders?: readonly { person: TestPerson; maxQuantity?: number | null }[];
};

/** The acceptance of the terms, which every bidder of a public auction gives at registration. */
const ACCEPTED = { version: AUCTION_TERMS_VERSION, acceptedAt: new Date(), settlement: null };

const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1_000);

/**
 * Inserts an auction in one transaction, like the product. Without the transaction, a running server could see an
 * incomplete auction that has ended, and would close it.
 */
export const insertAuction = (db: Db, wish: AuctionOptions): Promise<TestAuction> =>
  db.transaction().execute((transaction) => writeAuction(transaction, wish));

async function writeAuction(db: Db, wish: AuctionOptions): Promise<TestAuction> {
  const auctionId = randomUUID() as AuctionId;
  const end = inSeconds(wish.endsIn ?? 3_600);
  await db
    .insertInto('auction')
    .values({
      id: auctionId,
      title: 'Hydro and solar, Peninsular Malaysia',
      auction_type: wish.auctionType ?? 'Forward',
      is_private: wish.isPrivate ?? true,
      start_time: inSeconds(wish.startsIn ?? -60),
      end_time: end,
      auction_end_time: end,
      minimum_rec_quantity: 1,
      minimum_bidding_rec_quantity: 1,
      seller_fee_hundredths: 100,
      buyer_fee_hundredths: 150,
      spot_recs: false,
      owner_account_id: wish.ownerAccountId,
      tick_size_id: null,
      tick_cents: wish.tickCents ?? 10,
      last_hash: FIRST_HASH,
      closed_at: null,
      soft_close_minutes: wish.softClose?.minutes ?? null,
      soft_close_max: wish.softClose?.maximum ?? null,
      created_by: wish.createdBy,
    })
    .execute();
  await writeEvent(roomRows(db), auctionId, 'created', wish.createdBy);
  const itemIds: string[] = [];
  for (const [index, item] of (wish.items ?? [{}]).entries())
    itemIds.push(await insertItem(db, auctionId, index, item));
  const bidderIds: string[] = [];
  for (const { person, maxQuantity } of wish.bidders ?? []) {
    const { userId, accountId } = person;
    const bidderId = await insertBidder(db, {
      auctionId,
      userId,
      accountId,
      maxQuantity: maxQuantity ?? null,
      terms: wish.isPrivate === false ? ACCEPTED : null,
    });
    bidderIds.push(bidderId);
  }
  await settleAuctionListing(db, auctionId);
  await writeEvent(roomRows(db), auctionId, 'changed', wish.createdBy);
  return { auctionId, itemIds, bidderIds };
}

async function insertItem(
  db: Db,
  auctionId: string,
  index: number,
  item: NonNullable<AuctionOptions['items']>[number],
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('auction_item')
    .values({
      id,
      auction_id: auctionId,
      position: index + 1,
      country: 'MY',
      fuel_type: index % 2 === 0 ? 'Hydro' : 'Solar',
      vintage_year: 2020 + index,
      vintage_period: 'FullYear',
      quantity: item.quantity ?? 1_000,
      partial_fulfillment: item.partial ?? true,
      minimum_bid_price_cents: item.minimumCents ?? 300,
      maximum_bid_price_cents: item.maximumCents ?? 1_500_000,
      min_quantity: null,
      max_quantity: null,
    })
    .execute();
  return id;
}

/**
 * Changes the times of an auction. Tests cannot change the clock instead, because the database's clock decides
 * (docs/rules.md#time).
 */
export async function moveAuction(db: Db, auctionId: AuctionId, startsIn: number, endsIn: number): Promise<void> {
  const end = inSeconds(endsIn);
  await db
    .updateTable('auction')
    .set({ start_time: inSeconds(startsIn), end_time: end, auction_end_time: end })
    .where('id', '=', auctionId)
    .execute();
}

/**
 * Changes the times of an auction and notifies its room, like any change of its settings. Both happen in one
 * transaction. Otherwise a running server could close the auction before its room is notified.
 */
export const moveAuctionAndTell = (
  db: Db,
  auctionId: AuctionId,
  { startsIn, endsIn, by = null }: { startsIn: number; endsIn: number; by?: string | null },
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await moveAuction(transaction, auctionId, startsIn, endsIn);
    await writeEvent(roomRows(transaction), auctionId, 'changed', by);
  });
