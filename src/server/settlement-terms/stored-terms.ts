import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { defaultTermsOf, judgeSettlementTerms, type SettlementTerms } from '#domain/settlement/terms.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { Refused, requireAccepted } from '#server/platform/http/refused.ts';

/** The auction or the sell order to which terms belong. */
export type TermsOf = { readonly auction_id: string } | { readonly sell_order_id: string };

type TermsRow = Pick<
  Selectable<Tables['settlement']>,
  'mode' | 'calendar' | 'payment_days' | 'delivery_days' | 'cure_days' | 'penalty_hundredths' | 'holds_back'
>;

export const termsOfRow = (row: TermsRow): SettlementTerms => ({
  mode: row.mode,
  calendar: row.calendar,
  paymentDays: row.payment_days,
  deliveryDays: row.delivery_days,
  cureDays: row.cure_days,
  penaltyPercent: row.penalty_hundredths / 100,
  holdsBack: row.holds_back,
});

export const columnsOfTerms = (terms: SettlementTerms): TermsRow => ({
  mode: terms.mode,
  calendar: terms.calendar,
  payment_days: terms.paymentDays,
  delivery_days: terms.deliveryDays,
  cure_days: terms.cureDays,
  penalty_hundredths: Math.round(terms.penaltyPercent * 100),
  holds_back: terms.holdsBack,
});

/** Returns the terms of settlement of an auction or a sell order. Without own terms, returns the defaults. */
export async function readSettlementTerms(db: Db, of: TermsOf, currency: string): Promise<SettlementTerms> {
  const row = await db
    .selectFrom('settlement_terms')
    .selectAll()
    .where(({ and }) => and(of))
    .executeTakeFirst();
  return row ? termsOfRow(row) : defaultTermsOf(currency);
}

/** Returns whether two sets of terms say the same. */
const areSameTerms = (one: SettlementTerms, other: SettlementTerms): boolean =>
  acceptedTermsText(one) === acceptedTermsText(other);

/** Returns accepted terms as the text of the JSON that is stored with a bidder or a buy order. */
export const acceptedTermsText = (terms: SettlementTerms): string => JSON.stringify(columnsOfTerms(terms));

/**
 * SQL: whether an auction has terms of settlement of its own that differ from the accepted ones. Nobody has to accept
 * the defaults before a bid.
 */
export const lacksAcceptedTerms = (
  auctionId: RawBuilder<unknown>,
  accepted: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select 1 from settlement_terms own_terms where own_terms.auction_id = ${auctionId}
      and to_jsonb(own_terms) - 'id' - 'auction_id' - 'sell_order_id' is distinct from ${accepted})`;

/** Returns whether an auction has terms of settlement of its own. */
export async function hasOwnTerms(db: Db, auctionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('settlement_terms')
    .select('id')
    .where('auction_id', '=', auctionId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the terms of settlement that a person saw and accepts, or null if the client sent none.
 * @throws Refused terms_changed if they are not the present ones
 */
export async function requirePresentTerms(
  db: Db,
  of: TermsOf,
  shown: SettlementTerms | undefined,
  currency: string,
): Promise<SettlementTerms | null> {
  if (shown && !areSameTerms(await readSettlementTerms(db, of, currency), shown)) throw new Refused('terms_changed');
  return shown ?? null;
}

/** Returns the terms of settlement that an auction or a sell order has of its own. Null if it has the defaults. */
export async function ownTerms(db: Db, of: TermsOf): Promise<SettlementTerms | null> {
  const row = await db
    .selectFrom('settlement_terms')
    .selectAll()
    .where(({ and }) => and(of))
    .executeTakeFirst();
  return row ? termsOfRow(row) : null;
}

/** Stores the terms of settlement of an auction or a sell order that has none. */
export async function insertTerms(db: Db, of: TermsOf, terms: SettlementTerms): Promise<void> {
  await db
    .insertInto('settlement_terms')
    .values({ id: randomUUID(), ...of, ...columnsOfTerms(terms) })
    .execute();
}

/** Copies the terms of settlement of an auction to another one that has none. */
export async function copySettlementTerms(db: Db, { from, to }: Record<'from' | 'to', string>): Promise<void> {
  const { rows } = await sql<TermsRow>`select * from settlement_terms where auction_id = ${from}`.execute(db);
  const [row] = rows;
  if (row)
    await db
      .insertInto('settlement_terms')
      .values({ id: randomUUID(), auction_id: to, ...columnsOfTerms(termsOfRow(row)) })
      .execute();
}

/**
 * Stores terms of settlement, unless they are the present ones. Returns whether they changed. The caller has checked
 * that they may still change.
 * @throws Refused with every field that breaks a rule
 */
export async function writeSettlementTerms(
  db: Db,
  of: TermsOf,
  wanted: SettlementTerms,
  currency: string,
): Promise<boolean> {
  const columns = columnsOfTerms(requireAccepted(judgeSettlementTerms(wanted)));
  if (areSameTerms(wanted, await readSettlementTerms(db, of, currency))) return false;
  await db
    .insertInto('settlement_terms')
    .values({ id: randomUUID(), ...of, ...columns })
    .onConflict((conflict) => conflict.column('auction_id' in of ? 'auction_id' : 'sell_order_id').doUpdateSet(columns))
    .execute();
  return true;
}
