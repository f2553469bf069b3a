import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { decimalOfMillionths, MILLIONTHS } from '#domain/certificate/serial-range.ts';
import { isFinalOrder, isOpenOrder } from '#domain/delivery/registry-order.ts';
import { splitDelivery, type DeliveryLine, type NamedRange } from '#domain/delivery/split-delivery.ts';
import { backingsOf } from '#server/certificate/backings.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { findRegistryAccounts } from '#server/registry/registry-accounts.ts';
import { sourcesOf } from '#server/settlement/give-back.ts';
import { findInstructed, partInstructed } from '#server/settlement/instructed-deliveries.ts';
import { lockSettlement, type SettlementRow } from '#server/settlement/locked-settlement.ts';

/** How many orders were prepared, and how many deliveries wait because an earlier order of theirs is still open. */
export type Prepared = { readonly orders: number; readonly waiting: number };

/**
 * Prepares the registry orders of all instructed deliveries. Calling it again prepares nothing twice. Orders by file are
 * on the instruction list at once; orders for an API are sent by the timer.
 *
 * @param hasApi whether the API of NAR is configured
 * @param only the settlement to which the call is limited; undefined for all
 */
export async function prepareOrders(db: Db, hasApi: boolean, only?: string): Promise<Prepared> {
  let [orders, waiting] = [0, 0];
  const instructed = await findInstructed(db);
  // In the order of their ids, as every transaction locks several settlements.
  for (const id of instructed.filter((one) => only === undefined || one === only)) {
    const row = await lockSettlement(db, id);
    const part = await partInstructed(db, id);
    if (row.whole !== 'open' || row.delivery !== 'instructed' || part === undefined) continue;
    const before = await db.selectFrom('registry_order').selectAll().where('settlement_id', '=', id).execute();
    if (before.some((order) => order.part === part)) continue;
    if (before.some(({ state }) => isOpenOrder(state))) {
      waiting++;
      continue;
    }
    const taken = before
      .filter(({ state }) => state === 'accepted' || !isFinalOrder(state))
      .map(({ registry, first_serial: first, last_serial: last }) => ({ registry, first, last }));
    const lines = splitDelivery(BigInt(row.transfer_quantity) * MILLIONTHS, await rangesOf(db, row), taken);
    await db
      .insertInto('registry_order')
      .values(await ordersOf(db, row, { part, lines, hasApi }))
      .execute();
    orders += lines.length;
  }
  return { orders, waiting };
}

async function rangesOf(db: Db, row: SettlementRow): Promise<NamedRange[]> {
  const backings = await backingsOf(db, await sourcesOf(db, row));
  return backings.flatMap(({ ranges }) =>
    ranges.map(({ device, lot, first, last }) => ({
      registry: device.registry,
      device: device.registryId,
      style: lot.style,
      first,
      last,
    })),
  );
}

type Delivery = { readonly part: number; readonly lines: readonly DeliveryLine[]; readonly hasApi: boolean };

async function ordersOf(
  db: Db,
  { id, seller_account_id: seller, buyer_account_id: buyer }: SettlementRow,
  { part, lines, hasApi }: Delivery,
): Promise<Insertable<Tables['registry_order']>[]> {
  const accounts = await findRegistryAccounts(db, [seller, buyer]);
  return lines.map((line) => {
    const codeOf = (accountId: string): string =>
      accounts.find((one) => one.accountId === accountId && one.registry === line.registry)?.code ?? '';
    const [sender, receiver] = [codeOf(seller), codeOf(buyer)];
    const isByApi =
      hasApi && line.registry === 'nar' && sender !== '' && receiver !== '' && line.quantity % MILLIONTHS === 0n;
    return {
      id: randomUUID(),
      settlement_id: id,
      part,
      connector: isByApi ? 'nar' : 'file',
      registry: line.registry,
      device: line.device,
      first_serial: line.first,
      last_serial: line.last,
      quantity: decimalOfMillionths(line.quantity),
      sender,
      receiver,
      state: isByApi ? 'prepared' : 'sent',
    };
  });
}
