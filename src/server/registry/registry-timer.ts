import { sql, type RawBuilder } from 'kysely';
import { afterLook, type HeldReason } from '#domain/delivery/registry-order.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { pollEvery } from '#server/platform/runtime/timers.ts';
import { applyAnswer, findOrder, storeChange } from '#server/registry/apply-answer.ts';
import type { Connectors, ConnectorResult, RegistryConnector } from '#server/registry/registry-connector.ts';
import { lockAnswers, lockOwner, transferOf, type OrderRow } from '#server/registry/registry-order-rows.ts';
import { retirementOrderOf } from '#server/registry/retirement-orders.ts';

const LOOK_EVERY_MS = 60_000;
/** The maximum number of orders in one run. The next run handles the others. */
const AT_ONCE_MAX = 100;
/** After this time the process that asked has an answer or has died. It is longer than all requests for one order. */
const SENT_SECONDS = 120;
/** A buyer needs time to accept a pending transfer. */
const PENDING_SECONDS = 600;

type Deps = {
  readonly db: Db;
  readonly connectors: Connectors;
  readonly publicUrl: string;
  readonly failed: (error: unknown) => void;
};

/** Starts the timer that sends orders to APIs and asks what became of them. Every process may run it. */
export const startRegistryTimer = (deps: Deps & Parameters<typeof pollEvery>[0]): (() => void) =>
  pollEvery(deps, LOOK_EVERY_MS, () => askRegistries(deps));

/**
 * Sends prepared orders to the registries with an API, and asks for the others. If one order fails, the others are still
 * handled.
 *
 * @param waits seconds between two questions about an order that was sent, or is pending
 */
export async function askRegistries(
  deps: Deps,
  waits: { readonly sent: number; readonly pending: number } = { sent: SENT_SECONDS, pending: PENDING_SECONDS },
): Promise<void> {
  const asked: string[] = [];
  for (const connector of deps.connectors.values()) {
    if (connector.name === 'file') continue;
    await withdraw(deps.db);
    for (let count = 0; count < AT_ONCE_MAX; count++) {
      const claimed = await claim(deps.db, connector.name, { ...waits, asked });
      if (!claimed) break;
      asked.push(claimed.row.id);
      await ask(deps, connector, claimed).catch(deps.failed);
    }
  }
}

/**
 * SQL: the order belongs to the present part of a delivery that its settlement still asks for, or to a retirement that
 * nobody has recorded by hand.
 */
const isWanted: RawBuilder<unknown> = sql`
  (retirement_id is not null and not exists (select from registry_retirement recorded
    where recorded.retirement_id = registry_order.retirement_id
      and recorded.seller_account_id = registry_order.seller_account_id)
  or exists (select from settlement
    where settlement.id = registry_order.settlement_id and whole in ('open', 'disputed')
      and delivery in ('instructed', 'pending')
      and registry_order.part = (select max(event.version) from settlement_event event
        where event.settlement_id = settlement.id and event.step = 'instructDelivery')))`;

/** Ends orders that were not sent, and that their settlement no longer asks for. */
async function withdraw(db: Db): Promise<void> {
  await sql`
    update registry_order set state = 'failed', reason = 'withdrawn', version = version + 1
    where state = 'prepared' and not ${isWanted}`.execute(db);
}

type Claimed = { readonly row: OrderRow; readonly isNew: boolean };
type Due = { readonly sent: number; readonly pending: number; readonly asked: readonly string[] };

/**
 * Claims the next order that is due, and marks it as sent before the registry is asked. If this process then dies, the
 * next one first looks for the transfer at the registry. During a dispute, no new order is sent.
 */
const claim = (db: Db, connector: string, { sent, pending, asked }: Due): Promise<Claimed | undefined> =>
  db.transaction().execute(async (transaction): Promise<Claimed | undefined> => {
    const { rows } = await sql<{ id: string; state: string }>`
      select id, state from registry_order
      where connector = ${connector} and id <> all(${[...asked]}::uuid[]) and (
        state = 'prepared' and (retirement_id is not null
          or exists (select from settlement where id = settlement_id and whole = 'open'))
        or state = 'sent' and asked_at <= clock_timestamp() - make_interval(secs => ${sent})
        or state = 'pending' and asked_at <= clock_timestamp() - make_interval(secs => ${pending}))
      order by asked_at nulls first, id limit 1 for update skip locked`.execute(transaction);
    const [due] = rows;
    if (!due) return undefined;
    await sql`
      update registry_order set asked_at = clock_timestamp(), attempts = attempts + 1,
        state = case state when 'prepared' then 'sent' else state end
      where id = ${due.id}`.execute(transaction);
    const row = await findOrder(transaction, due.id);
    return row && { row, isNew: due.state === 'prepared' };
  });

async function ask(deps: Deps, connector: RegistryConnector, { row, isNew }: Claimed): Promise<void> {
  const { send, poll } = await callsFor(deps.db, connector, row);
  const first = isNew ? await send() : await poll();
  // Only a look that proves that the registry has done nothing allows to ask for it again.
  const isAgain = !isNew && first.found !== 'answer' && afterLook(row, first) === 'again';
  await hear(deps, row.id, isAgain ? await send() : first);
}

type Calls = { readonly send: () => Promise<ConnectorResult>; readonly poll: () => Promise<ConnectorResult> };

/** Returns the two calls of a connector for a transfer, or for a retirement. */
async function callsFor(db: Db, connector: RegistryConnector, row: OrderRow): Promise<Calls> {
  if (row.retirement_id !== null) {
    const order = await retirementOrderOf(db, row);
    return { send: () => connector.retire(order), poll: () => connector.pollRetirement(order) };
  }
  const order = transferOf(row);
  return { send: () => connector.transfer(order), poll: () => connector.poll(order) };
}

/** Stores what the registry said, and moves the settlement on. */
async function hear({ db, publicUrl }: Deps, id: string, result: ConnectorResult): Promise<void> {
  await db
    .transaction()
    .execute(async (transaction) => {
      await lockAnswers(transaction);
      const found = await findOrder(transaction, id);
      if (found) await lockOwner(transaction, found);
      const row = await findOrder(transaction, id);
      // A person may have decided while the registry was asked.
      if (row?.state !== 'sent' && row?.state !== 'pending') return;
      const { detail } = result;
      if (result.found === 'answer')
        await applyAnswer(transaction, row, result.answer, { actor: 'registry', publicUrl, userId: null, detail });
      else await hold(transaction, row, { next: afterLook(row, result), detail });
    })
    .catch((error: unknown) => {
      // The settlement refuses the step, for example during a dispute. The next look brings the same answer again.
      if (!(error instanceof Refused)) throw error;
    });
}

type Silence = { readonly next: 'again' | 'wait' | HeldReason; readonly detail: string };

async function hold(db: Db, row: OrderRow, { next, detail }: Silence): Promise<void> {
  if (next === 'again' || next === 'wait') {
    await db.updateTable('registry_order').set({ detail }).where('id', '=', row.id).execute();
    return;
  }
  await storeChange(db, row, { state: 'unclear', transferId: row.transfer_id, reason: next }, { detail });
}
