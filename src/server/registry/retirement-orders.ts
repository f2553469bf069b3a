import { randomUUID } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import { REGISTRIES, type RegistryName } from '#domain/certificate/registry.ts';
import { decimalOfMillionths, knownMillionths, MILLIONTHS } from '#domain/certificate/serial-range.ts';
import { parseSerials, type Serials } from '#domain/certificate/serial-style.ts';
import { isOpenOrder } from '#domain/delivery/registry-order.ts';
import { splitDelivery, type DeliveryLine, type NamedRange } from '#domain/delivery/split-delivery.ts';
import { findPlacedRanges, REGISTRY_TEXTS } from '#server/certificate/retired-ranges.ts';
import { announceAtRegistry } from '#server/holding/registry-notices.ts';
import { findRetirementFacts, recordAnswer, type RetirementFacts } from '#server/holding/retire-at-registry.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { findRegistryAccounts } from '#server/registry/registry-accounts.ts';
import type { RetirementOrder } from '#server/registry/registry-connector.ts';
import { idsText, lockAnswers, transferOf, type Applier, type OrderRow } from '#server/registry/registry-order-rows.ts';
import type { Prepared } from '#server/registry/prepare-orders.ts';

type Seller = RetirementFacts['sellers'][number];

/**
 * Prepares the registry orders of a retirement: one for each range of certificates. RECs without certificates wait until
 * their seller names some. Sellers whose retirement is recorded, or whose earlier orders are open, get no new orders.
 *
 * @param hasApi whether the API of NAR is configured
 * @throws Refused not_found
 */
export async function prepareRetirement(db: Db, hasApi: boolean, retirementId: string): Promise<Prepared> {
  await lockAnswers(db);
  const [facts] = await findRetirementFacts(db, [retirementId]);
  if (!facts) throw new Refused('not_found');
  const before = await db.selectFrom('registry_order').selectAll().where('retirement_id', '=', retirementId).execute();
  const placed = await findPlacedRanges(db, [retirementId]);
  let [orders, waiting] = [0, 0];
  for (const seller of facts.sellers) {
    if (seller.isRecorded) continue;
    const earlier = before.filter((order) => order.seller_account_id === seller.accountId);
    if (earlier.some(({ state }) => state === 'prepared' || isOpenOrder(state))) {
      waiting++;
      continue;
    }
    const ranges = placed
      .filter(({ place }) => seller.holdingIds.includes(place.holdingId))
      .map(({ range: { device, lot, first, last } }): NamedRange => ({
        registry: device.registry,
        device: device.registryId,
        style: lot.style,
        first,
        last,
      }));
    const lines = linesOf(seller, ranges, earlier);
    if (lines.length === 0) continue;
    const rows = await ordersOf(db, facts, { seller, lines, hasApi });
    await db.insertInto('registry_order').values(rows).execute();
    orders += rows.length;
  }
  return { orders, waiting };
}

type NamedLine = DeliveryLine & { readonly registry: RegistryName };

/** Returns the ranges that no earlier order has retired. */
function linesOf(seller: Seller, ranges: readonly NamedRange[], earlier: readonly OrderRow[]): NamedLine[] {
  const done = earlier.filter(({ state }) => state === 'accepted');
  const taken = done.map(({ registry, first_serial: first, last_serial: last }) => ({ registry, first, last }));
  const missing = BigInt(seller.quantity) * MILLIONTHS - sumOf(done);
  return missing > 0n ? splitDelivery(missing, ranges, taken).filter(isNamed) : [];
}

const isNamed = (line: DeliveryLine): line is NamedLine => line.registry !== null;

const sumOf = (orders: readonly Pick<OrderRow, 'quantity'>[]): bigint =>
  orders.reduce((sum, { quantity }) => sum + knownMillionths(quantity), 0n);

type OfSeller = { readonly seller: Seller; readonly lines: readonly NamedLine[]; readonly hasApi: boolean };

async function ordersOf(
  db: Db,
  { id, purpose }: RetirementFacts,
  { seller, lines, hasApi }: OfSeller,
): Promise<Insertable<Tables['registry_order']>[]> {
  const accounts = await findRegistryAccounts(db, [seller.accountId]);
  const holderOf = await holderFinder(db, lines);
  return lines.map((line) => {
    const account = accounts.find(({ registry }) => registry === line.registry);
    const moved = holderOf(line);
    const sender = moved ?? account?.code ?? '';
    // The subaccount belongs to the seller's account, so it is not known for certificates that have left it.
    const receiver = moved === undefined ? (account?.retirementCode ?? '') : '';
    const isByApi =
      hasApi &&
      line.registry === 'nar' &&
      purpose !== 'compliance' &&
      sender !== '' &&
      receiver !== '' &&
      line.quantity % MILLIONTHS === 0n;
    return {
      id: randomUUID(),
      retirement_id: id,
      seller_account_id: seller.accountId,
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

/** Returns a function that finds the account to which the last accepted transfer moved certificates. */
async function holderFinder(db: Db, lines: readonly NamedLine[]): Promise<(line: NamedLine) => string | undefined> {
  const devices = [...new Set(lines.map(({ device }) => device))];
  const moves = await db
    .selectFrom('registry_order')
    .select(['registry', 'first_serial as first', 'last_serial as last', 'receiver'])
    .where('device', 'in', devices)
    .where('settlement_id', 'is not', null)
    .where('state', '=', 'accepted')
    .orderBy('answered_at', 'desc')
    .orderBy('id')
    .execute();
  return (line) =>
    moves.find(
      (move) =>
        move.registry === line.registry && contains(serialsOf(line.registry, move), serialsOf(line.registry, line)),
    )?.receiver;
}

const serialsOf = (registry: RegistryName, range: { readonly first: string; readonly last: string }) =>
  REGISTRIES[registry].styles
    .map((style) => parseSerials(style, range))
    .find((read): read is Serials => !('code' in read));

const contains = (outer: Serials | undefined, inner: Serials | undefined): boolean =>
  outer !== undefined &&
  inner !== undefined &&
  outer.base === inner.base &&
  outer.first <= inner.first &&
  outer.last >= inner.last;

/**
 * Records the retirement at the registry as soon as all RECs of a seller are retired there. The record of a person stays
 * as it is. The caller has called `lockAnswers`.
 */
export async function followRetirement(
  db: Db,
  retirementId: string,
  sellerId: string,
  { userId, publicUrl, evidenceIds = [] }: Applier,
): Promise<void> {
  const [facts] = await findRetirementFacts(db, [retirementId]);
  const seller = facts?.sellers.find(({ accountId }) => accountId === sellerId);
  if (!facts || !seller || seller.isRecorded) return;
  const orders = await db
    .selectFrom('registry_order')
    .select(['registry', 'quantity', 'transfer_id', 'verification_key', sql<string | null>`retired_on::text`.as('day')])
    .where('retirement_id', '=', retirementId)
    .where('seller_account_id', '=', sellerId)
    .where('state', '=', 'accepted')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  if (orders.length === 0 || sumOf(orders) !== BigInt(seller.quantity) * MILLIONTHS) return;
  const days = orders.map(({ day }) => day ?? '').toSorted();
  await recordAnswer(db, {
    retirementId,
    sellerId,
    registry: [...new Set(orders.map(({ registry }) => nameOf(registry)))].join(', '),
    reference: idsText(orders.map(({ transfer_id: id }) => id)),
    verificationKey: idsText(orders.map(({ verification_key: key }) => key)),
    retiredOn: days.at(-1) ?? '',
    evidenceIds,
    userId,
  });
  await announceAtRegistry(db, { retirementId, sellers: facts.sellers.map(({ accountId }) => accountId) }, publicUrl);
}

const nameOf = (registry: RegistryName | null): string => REGISTRY_TEXTS[registry ?? 'other'] || 'Other registry';

/**
 * Returns an order as connectors send it.
 * @throws Error if the retirement does not exist
 */
export async function retirementOrderOf(db: Db, row: OrderRow): Promise<RetirementOrder> {
  const [facts] = await findRetirementFacts(db, [row.retirement_id ?? '']);
  if (!facts) throw new Error('the retirement is gone');
  return { ...transferOf(row), beneficiary: facts.beneficiary, year: facts.year };
}
