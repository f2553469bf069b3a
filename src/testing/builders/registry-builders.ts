import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { decideDevice, registerDevice } from '#contract/certificate/device.ts';
import { decideLot, registerLot } from '#contract/certificate/lot.ts';
import { retireHolding } from '#contract/holding/retirement.ts';
import { approveBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { publishSellOrder } from '#contract/marketplace/sell-order.ts';
import { setSellOrderTerms } from '#contract/settlement/settlement.ts';
import type { ClaimPurpose } from '#domain/claim/claim.ts';
import { SETTLEMENT_DEFAULTS } from '#domain/settlement/terms.ts';
import { aDevice, aLot, nameCertificates } from '#testing/builders/certificate-builders.ts';
import { makeSellOrder } from '#testing/builders/marketplace-builders.ts';
import { takeStepOf } from '#testing/builders/settlement-builders.ts';
import type { SignedIn, World } from '#testing/world/world.ts';

type Parties = Readonly<Record<'admin' | 'seller' | 'buyer', SignedIn>>;

/** Returns the id of the settlement of a buy order whose delivery is due at once. */
export async function aSettlement(w: World, { admin, seller, buyer }: Parties, quantity: number) {
  const items = [{ recQuantity: quantity, vintageYear: 2020 }];
  const { id: sellOrderId, items: made } = await makeSellOrder(w, admin, { seller, items, publishTime: null });
  const params = { id: sellOrderId };
  const body = { ...SETTLEMENT_DEFAULTS.USD, mode: 'deliverFirst' as const };
  await w.call(admin, setSellOrderTerms, { params, body });
  await w.call(admin, publishSellOrder, { params, body: { publishTime: null } });
  const wish = { accountId: buyer.accountId, quantity, beneficiary: null, reviewed: null };
  const { data } = await w.call(buyer, placeBuyOrder, { params, body: wish });
  return {
    itemId: made[0]?.sellOrderItemId ?? '',
    /** Approves the order. Certificates that were named before go to the buyer. */
    approve: async (): Promise<string> => {
      await w.call(admin, approveBuyOrder, { params: { id: data.id }, body: { remarkContent: 'agreed' } });
      const { id } = await w.database.db
        .selectFrom('settlement')
        .select('id')
        .where('buy_order_id', '=', data.id)
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}

/** Returns a settlement whose seller has instructed the whole delivery, without certificates. */
export async function anInstructedSettlement(w: World, parties: Parties, quantity: number): Promise<string> {
  const { approve } = await aSettlement(w, parties, quantity);
  const id = await approve();
  await takeStepOf(w, parties, parties.seller, id, { step: 'instructDelivery', quantity });
  return id;
}

/** Certificates of the registry NAR. */
export type NarCertificates = { readonly device: string; readonly base: string };

/** Returns the settlement of a sale whose seller has named certificates of NAR. Their numbers begin with 1. */
async function aNarSale(
  w: World,
  parties: Parties,
  quantity: number,
): Promise<NarCertificates & { readonly id: string }> {
  const { admin, seller } = parties;
  const base = `NAR-REC-1234-CA-06-2020-${randomInt(1e9)}`;
  const of = { registry: 'nar', fuelCode: 'H2O', technologyCode: 'HY' } as const;
  const { data: device } = await w.call(seller, registerDevice, {
    params: { id: seller.accountId },
    body: { ...aDevice(), ...of },
  });
  const verified = { decision: 'Verified', remark: '' } as const;
  await w.call(admin, decideDevice, { params: { id: device.id }, body: verified });
  const serials = { first: `${base}-1`, last: `${base}-${quantity}` };
  const { data: lot } = await w.call(seller, registerLot, {
    params: { id: device.id },
    body: { ...aLot(quantity), ...serials },
  });
  await w.call(admin, decideLot, { params: { id: lot.id }, body: verified });
  const { itemId, approve } = await aSettlement(w, parties, quantity);
  await nameCertificates(w, parties, itemId, quantity);
  const id = await approve();
  return { id, device: device.registryId, base };
}

/**
 * Returns a settlement whose seller has named certificates of the registry NAR and instructed the whole delivery. Their
 * numbers begin with 1.
 */
export async function anInstructedNarSettlement(
  w: World,
  parties: Parties,
  quantity: number,
): Promise<NarCertificates & { readonly id: string }> {
  const sale = await aNarSale(w, parties, quantity);
  await takeStepOf(w, parties, parties.seller, sale.id, { step: 'instructDelivery', quantity });
  return sale;
}

/** Returns a retirement by the buyer of all certificates of NAR that the seller sold. Their numbers begin with 1. */
export async function aNarRetirement(
  w: World,
  parties: Parties,
  quantity: number,
  purpose: ClaimPurpose = 'scope2',
): Promise<NarCertificates & { readonly id: string }> {
  const { device, base } = await aNarSale(w, parties, quantity);
  const { rows } = await sql<{ id: string }>`
    select r.ledger_account_id as id from certificate_range r
    join certificate_lot l on l.id = r.lot_id join device d on d.id = l.device_id
    where d.registry_id = ${device} and r.closed_at is null`.execute(w.database.db);
  const claim = { periodFrom: '2020-01-01', periodTo: '2020-12-31', purpose, purposeText: '' };
  const { data } = await w.call(parties.buyer, retireHolding, {
    params: { id: rows[0]?.id ?? '' },
    body: { quantity, beneficiary: { choice: 'own', location: 'Perai' }, claim },
  });
  return { id: data.id, device, base };
}
