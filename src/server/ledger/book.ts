import { sql } from 'kysely';
import { followMovements } from '#domain/certificate/follow-movements.ts';
import type { Movement, LedgerAccount } from '#domain/holding/ledger.ts';
import { lockRanges, writeParts } from '#server/ledger/ranges.ts';
import type { Db } from '#server/platform/database/database.ts';
import { queueWebhooks } from '#server/platform/mail/queue-webhooks.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** The user who caused a booking, and the remark. There is no user if a timer caused the booking. */
export type Booking = { readonly userId?: string; readonly remark?: string };

/**
 * Writes all movements into the ledger in one SQL statement, or none. The statement locks the ledger accounts in a
 * fixed order, so concurrent calls cannot deadlock. A transaction that moves the same RECs twice must book both
 * movements in one call. Opens ledger accounts that do not exist yet. The certificates behind the RECs move with them
 * (decision 102). After an error the transaction cannot continue.
 * @throws Refused holding_too_small if an account's balance would fall below zero
 */
export async function bookMovements(
  db: Db,
  movements: readonly Movement[],
  { userId, remark = '' }: Booking = {},
): Promise<void> {
  if (movements.length === 0) return;
  const [from, to] = [movements.map((movement) => movement.from), movements.map((movement) => movement.to)];
  await openLedgerAccounts(db, [...from, ...to]);
  try {
    await sql`
      insert into ledger_entry (kind, from_id, to_id, quantity, made_by, remark)
      select kind, ${ledgerAccountId('from')}, ${ledgerAccountId('to')}, quantity, ${userId ?? null}::uuid, ${remark}
      from unnest(
        ${movements.map(({ kind }) => kind)}::text[], ${movements.map(({ quantity }) => quantity)}::bigint[],
        ${columnsOf(from)}, ${columnsOf(to)})
        with ordinality as movement (kind, quantity, ${namesOf('from')}, ${namesOf('to')}, at)
      order by at`.execute(db);
  } catch (error) {
    if (isTooSmall(error)) throw new Refused('holding_too_small');
    throw error;
  }
  await moveRanges(db, movements, userId);
  await tellReceivers(db, movements);
}

const isReceipt = ({ kind, to }: Movement): boolean => to.kind === 'held' && (kind === 'awarded' || kind === 'sold');

/** Sends a webhook event to each company that received RECs. */
async function tellReceivers(db: Db, movements: readonly Movement[]): Promise<void> {
  const received = movements.filter(isReceipt);
  if (received.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select ${ledgerAccountId('to')} as id
    from unnest(${columnsOf(received.map(({ to }) => to))}) with ordinality as movement (${namesOf('to')}, at)
    order by at`.execute(db);
  const events = received.flatMap(({ to: { accountId }, quantity }, at) =>
    rows.slice(at, at + 1).map(({ id: holdingId }) => ({ accountId, data: { holdingId, quantity } })),
  );
  await queueWebhooks(db, 'holding.received', events);
}

type PlacesRow = { readonly from_id: string; readonly to_id: string; readonly balance: string };

/** Moves the certificates behind the moved RECs. The movements have locked their ledger accounts already. */
async function moveRanges(db: Db, movements: readonly Movement[], userId: string | undefined): Promise<void> {
  const [from, to] = [movements.map((movement) => movement.from), movements.map((movement) => movement.to)];
  const sources = sql`select ${ledgerAccountId('from')} from unnest(${columnsOf(from)}) as place (${namesOf('from')})`;
  const ranges = await lockRanges(db, sql`ledger_account_id in (${sources})`);
  if (ranges.length === 0) return;
  const { rows } = await sql<PlacesRow>`
    select moved.from_id, moved.to_id, source.balance
    from (
      select at, ${ledgerAccountId('from')} as from_id, ${ledgerAccountId('to')} as to_id
      from unnest(${columnsOf(from)}, ${columnsOf(to)})
        with ordinality as movement (${namesOf('from')}, ${namesOf('to')}, at)) moved
    join ledger_account source on source.id = moved.from_id
    order by moved.at`.execute(db);
  const placed = movements.flatMap(({ kind, quantity, to: target }, at) => {
    const ids = rows[at];
    const place = target.kind === 'supply' ? null : (ids?.to_id ?? null);
    const leavesRanges = kind === 'returned' || kind === 'released';
    return ids ? [{ from: ids.from_id, to: place, holder: target.accountId, quantity, leavesRanges }] : [];
  });
  const balances = new Map(rows.map(({ from_id, balance }) => [from_id, Number(balance)]));
  await writeParts(db, followMovements(ranges, placed, balances), userId);
}

async function openLedgerAccounts(db: Db, accounts: readonly LedgerAccount[]): Promise<void> {
  // The accounts are opened in a fixed order, because two transactions may open the same accounts.
  await sql`
    insert into ledger_account
      (id, kind, account_id, country, fuel_type, vintage_year, vintage_period, source_id, source_kind)
    select distinct ${ledgerAccountId('at')} as id, place.*
    from unnest(${columnsOf(accounts)}, ${accounts.map(({ sourceKind }) => sourceKind)}::text[])
      as place (${namesOf('at')}, source_kind)
    order by id
    on conflict do nothing`.execute(db);
}

/** SQL: arrays of the columns that identify ledger accounts, in the order of the database's `place_id`. */
function columnsOf(accounts: readonly LedgerAccount[]) {
  const column = <T>(pick: (account: LedgerAccount) => T): T[] => accounts.map(pick);
  return sql`
    ${column(({ kind }) => kind)}::text[], ${column(({ accountId }) => accountId)}::uuid[],
    ${column(({ product: goods }) => goods.country)}::text[], ${column(({ product: goods }) => goods.fuelType)}::text[],
    ${column(({ product: goods }) => goods.vintageYear)}::int[], ${column(({ product: goods }) => goods.vintagePeriod)}::text[],
    ${column(({ sourceId }) => sourceId)}::uuid[]`;
}

type Side = 'from' | 'to' | 'at';
const namesOf = (side: Side) =>
  sql.raw(
    ['kind', 'account', 'country', 'fuel', 'year', 'period', 'source'].map((name) => `${side}_${name}`).join(', '),
  );
const ledgerAccountId = (side: Side) => sql`place_id(${namesOf(side)})`;

const isTooSmall = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'ledger_account_not_negative';
