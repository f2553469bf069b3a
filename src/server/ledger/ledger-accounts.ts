import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Product, LedgerAccount } from '#domain/holding/ledger.ts';
import type { ListedBalance } from '#domain/holding/listing-movements.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

type LedgerAccountRow = Selectable<Tables['ledger_account']>;
/** The columns of a row that identify a product. */
export type ProductRow = Pick<LedgerAccountRow, 'country' | 'fuel_type' | 'vintage_year' | 'vintage_period'>;

export const productOf = (row: ProductRow): Product => ({
  country: row.country,
  fuelType: row.fuel_type,
  vintageYear: row.vintage_year,
  vintagePeriod: row.vintage_period,
});

/** Returns the product of a row in the form of the API. */
export const presentProduct = (row: ProductRow) => ({
  recCountry: row.country,
  recFuelType: row.fuel_type,
  recVintage: { year: row.vintage_year, period: row.vintage_period },
});

export const ledgerAccountOf = (row: LedgerAccountRow): LedgerAccount => ({
  kind: row.kind,
  accountId: row.account_id,
  product: productOf(row),
  sourceKind: row.source_kind,
  sourceId: row.source_id,
});

/** Returns the ledger account of a holding. */
export const findHoldingAccount = async (db: Db, holdingId: string): Promise<LedgerAccount> =>
  ledgerAccountOf(
    await db
      .selectFrom('ledger_account')
      .selectAll()
      .where('id', '=', holdingId)
      .where('kind', '=', 'held')
      .executeTakeFirstOrThrow(),
  );

/**
 * Returns the listed balances of these items. The ids may also be those of deleted items. An item that was another
 * product before can have several balances.
 */
export async function findListed(db: Db, itemIds: readonly string[]): Promise<ListedBalance[]> {
  if (itemIds.length === 0) return [];
  const rows = await db
    .selectFrom('ledger_account')
    .selectAll()
    .where('kind', '=', 'listed')
    .where('source_id', 'in', [...itemIds])
    .execute();
  return rows.map((row) => ({ account: ledgerAccountOf(row), balance: Number(row.balance) }));
}

/** Returns the holdings of these sources that still have RECs. */
export async function findHeldOf(db: Db, sourceIds: readonly string[]): Promise<ListedBalance[]> {
  if (sourceIds.length === 0) return [];
  const rows = await db
    .selectFrom('ledger_account')
    .selectAll()
    .where('kind', '=', 'held')
    .where('source_id', 'in', [...sourceIds])
    .where('balance', '>', '0')
    .execute();
  return rows.map((row) => ({ account: ledgerAccountOf(row), balance: Number(row.balance) }));
}

type AccountSelection = {
  readonly sourceIds: readonly string[];
  readonly sellers: readonly string[];
  readonly product: Product;
};

/**
 * Locks the holdings of these sources and the supplies of these sellers, in the order in which the ledger locks
 * accounts. Returns the balance of each holding, by its source.
 */
export async function lockLedgerAccounts(
  db: Db,
  { sourceIds, sellers, product }: AccountSelection,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ kind: string; source_id: string; balance: string }>`
    select kind, source_id, balance from ledger_account
    where (kind = 'held' and source_id = any(${[...sourceIds]}::uuid[]))
       or (kind = 'supply' and source_id = any(${[...sellers]}::uuid[]) and country = ${product.country}
           and fuel_type = ${product.fuelType} and vintage_year = ${product.vintageYear} and vintage_period = ${product.vintagePeriod})
    order by id for no key update`.execute(db);
  return new Map(rows.flatMap((row) => (row.kind === 'held' ? [[row.source_id, Number(row.balance)] as const] : [])));
}

/** Returns a company's holdings, the largest first. */
export const findHoldingsOf = (db: Db, accountId: string, limit: number): Promise<LedgerAccountRow[]> =>
  db
    .selectFrom('ledger_account')
    .selectAll()
    .where('kind', '=', 'held')
    .where('account_id', '=', accountId)
    .where('balance', '>', '0')
    .orderBy('balance', 'desc')
    .limit(limit)
    .execute();

/** Locks the holdings of a company that have RECs, in the order in which the ledger locks accounts, and returns them. */
export const lockHoldingsOf = (db: Db, accountId: string): Promise<LedgerAccountRow[]> =>
  db
    .selectFrom('ledger_account')
    .selectAll()
    .where('kind', '=', 'held')
    .where('account_id', '=', accountId)
    .where('balance', '>', '0')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Returns these ledger accounts, by their ids. */
export async function findLedgerAccounts(db: Db, ids: readonly string[]): Promise<Map<string | null, LedgerAccount>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('ledger_account')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, ledgerAccountOf(row)]));
}

/** SQL: ledger accounts of RECs that a seller has listed. */
export const listedAccounts = (accountId: string): RawBuilder<unknown> =>
  sql`(select * from ledger_account where account_id = ${accountId} and kind = 'listed' and balance > 0)`;

/** Tells whether this ledger account is a holding of this company and this product. */
export async function isHoldingOf(
  db: Db,
  account: Pick<LedgerAccountRow, 'id' | 'account_id'> & ProductRow,
): Promise<boolean> {
  const held = await db
    .selectFrom('ledger_account')
    .select('id')
    .where(({ and }) => and({ ...account, kind: 'held' }))
    .executeTakeFirst();
  return held !== undefined;
}
