import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  assignRanges,
  listAuctionCertificates,
  listAvailableRanges,
  listHoldingCertificates,
  listToBack,
  takeBackRanges,
} from '#contract/certificate/backing.ts';
import { decideDevice, listDevicesAsAdmin, registerDevice, updateDevice } from '#contract/certificate/device.ts';
import { decideLot, listLotsAsUser, registerLot, withdrawLot } from '#contract/certificate/lot.ts';
import { getEvidence, uploadEvidence } from '#contract/evidence.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { retireHolding } from '#contract/holding/retirement.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import {
  aDevice,
  aLot,
  nameCertificates,
  verifiedDevice,
  verifiedLot,
} from '#testing/builders/certificate-builders.ts';
import { aPdf } from '#testing/builders/office-builders.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let seller: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [seller, anna, bo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(async () => {
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
  await w.end();
});

const parties = () => ({ seller, admin });
const own = () => ({ id: seller.accountId });
const VERIFIED = { decision: 'Verified', remark: '' } as const;

function pdf(): FormData {
  const form = new FormData();
  form.set('File', new File([new Uint8Array(aPdf())], 'registry statement.pdf'));
  return form;
}

/** An auction of 100 RECs of the seller that Anna and Bo may bid in. */
const anAuction = (startsIn: number) =>
  insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    startsIn,
    items: [{ quantity: 100, minimumCents: 200, maximumCents: 2_000 }],
    bidders: [{ person: anna }, { person: bo }],
  });

test('a device and its lot are registered with evidence, verified, and cannot be changed afterwards', async () => {
  const { data: file } = await w.call(seller, uploadEvidence, { form: pdf() });
  expect(file).toMatchObject({ fileName: 'registry statement.pdf', fileType: 'pdf' });
  const body = { ...aDevice(), commissionedOn: '1900-01-01', evidenceIds: [file.id] };
  const { data: device } = await w.call(seller, registerDevice, { params: own(), body });
  expect(device).toMatchObject({
    status: 'Submitted',
    commissionedOn: null,
    supported: 'unknown',
    evidence: [{ id: file.id }],
  });
  const params = { id: device.id };
  expect((await w.call(seller, updateDevice, { params, body: { ...body, name: 'Bakun 2' } })).data.name).toBe(
    'Bakun 2',
  );
  const rejected = { params, body: { decision: 'Rejected', remark: 'wrong id' } } as const;
  expect((await w.call(admin, decideDevice, { params, body: { decision: 'Rejected', remark: ' ' } })).code).toBe(
    'field_required',
  );
  expect((await w.call(admin, decideDevice, rejected)).data).toMatchObject({ status: 'Rejected', remark: 'wrong id' });
  expect((await w.call(seller, registerLot, { params, body: aLot(5) })).code).toBe('device_rejected');
  await w.call(seller, updateDevice, { params, body });
  const { data: lot } = await w.call(seller, registerLot, { params, body: aLot(5) });
  const ofLot = { params: { id: lot.id }, body: VERIFIED };
  expect((await w.call(admin, decideLot, ofLot)).code).toBe('device_not_verified');
  expect((await w.call(admin, decideDevice, { params, body: VERIFIED })).data.status).toBe('Verified');
  expect((await w.call(admin, decideDevice, { params, body: VERIFIED })).code).toBe('already_decided');
  expect((await w.call(seller, updateDevice, { params, body })).code).toBe('already_verified');
  expect((await w.call(admin, decideLot, ofLot)).data).toMatchObject({
    status: 'Verified',
    quantity: '5',
    available: '5',
  });
  expect((await w.call(seller, withdrawLot, { params: { id: lot.id } })).code).toBe('already_verified');
  const { data: found } = await w.call(admin, listDevicesAsAdmin, { query: `?search=${device.registryId}` });
  expect(found.items.map(({ id }) => id)).toEqual([device.id]);
  const link = await w.app.inject(file.url);
  expect([link.statusCode, link.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect((await w.call(undefined, getEvidence, { params: { id: file.id }, query: '?until=1&signature=x' })).code).toBe(
    'not_found',
  );
});

test('no serial number is registered twice, also not by another company or in the other style', async () => {
  const [mine, theirs] = [await verifiedDevice(w, parties()), await verifiedDevice(w, { seller: bo, admin })];
  const body = aLot(100);
  expect((await w.call(seller, registerLot, { params: { id: mine.id }, body })).code).toBe('Success');
  const same = await w.call(bo, registerLot, { params: { id: theirs.id }, body: { ...body, last: body.first } });
  expect(same).toMatchObject({ code: 'serials_registered', fields: { first: { code: 'serials_registered' } } });
  const inMillionths = { ...body, first: `${body.last}.999999`, last: `${body.last}.999999` };
  expect((await w.call(bo, registerLot, { params: { id: theirs.id }, body: inMillionths })).code).toBe(
    'serials_registered',
  );
  const { data: lots } = await w.call(seller, listLotsAsUser, { query: '?status=Submitted' });
  const mineNow = lots.items.find(({ first }) => first === body.first);
  await w.call(seller, withdrawLot, { params: { id: mineNow?.id ?? '' } });
  expect((await w.call(bo, registerLot, { params: { id: theirs.id }, body: inMillionths })).code).toBe('Success');
  expect(
    (await w.call(seller, registerDevice, { params: own(), body: { ...aDevice(), registryId: mine.registryId } })).code,
  ).toBe('device_exists');
});

test('RECs take their certificates through listing, awards in rank order, and a retirement', async () => {
  const auction = await anAuction(-60);
  const [sourceId = ''] = auction.itemIds;
  await verifiedLot(w, parties(), 60);
  expect((await nameCertificates(w, { seller }, sourceId, 60)).data).toMatchObject({ quantity: 100, backed: '60' });
  const seen = await w.call(anna, listAuctionCertificates, { params: { id: auction.auctionId } });
  expect(seen.data).toMatchObject([
    { backed: '60', ranges: [{ quantity: '60', device: { technologyCode: 'TC310', supported: 'unknown' } }] },
  ]);
  for (const [who, price, quantity] of [
    [anna, 12, 50],
    [bo, 11, 30],
  ] as const) {
    const body = { auctionItemId: sourceId, price, quantity, bidderPartialFulfillment: true };
    expect((await w.call(who, placeBid, { params: { id: auction.auctionId }, body })).code).toBe('Success');
  }
  await moveAuction(w.database.db, auction.auctionId, -200, -100);
  await w.call(admin, getResultAsAdmin, { params: { id: auction.auctionId } });
  const holdings = await heldOf(auction.itemIds);
  const backed = await Promise.all(
    [anna, bo].map(async (who) => {
      const id = holdings.get(who.accountId) ?? '';
      const { data } = await w.call(who, listHoldingCertificates, { params: { id } });
      return {
        id,
        quantity: data[0]?.quantity,
        backed: data[0]?.backed,
        ranges: data[0]?.ranges.map((one) => one.quantity),
      };
    }),
  );
  expect(backed).toMatchObject([
    { quantity: 50, backed: '50', ranges: ['50'] },
    { quantity: 30, backed: '10', ranges: ['10'] },
  ]);
  // The seller names the rest of Bo's certificates later.
  const { data: open } = await w.call(seller, listToBack, { params: own() });
  const sold = open.items.find(({ buyer, quantity }) => buyer !== null && quantity === 30);
  expect(sold).toMatchObject({ kind: 'award', backed: '10' });
  await verifiedLot(w, parties(), 20);
  expect((await nameCertificates(w, { seller }, sold?.sourceId ?? '', 20)).data).toMatchObject({ backed: '30' });
  const retired = {
    params: { id: backed[0]?.id ?? '' },
    body: { quantity: 20, beneficiary: { choice: 'own' } },
  } as const;
  expect((await w.call(anna, retireHolding, retired)).code).toBe('Success');
  const { data: left } = await w.call(anna, listHoldingCertificates, { params: { id: backed[0]?.id ?? '' } });
  expect(left).toMatchObject([{ quantity: 30, backed: '30' }]);
});

/** Returns the holdings of awards of these items, by company. */
async function heldOf(itemIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await w.database.db
    .selectFrom('ledger_account')
    .innerJoin('award', 'award.id', 'ledger_account.source_id')
    .select(['ledger_account.id', 'ledger_account.account_id'])
    .where('award.item_id', 'in', [...itemIds])
    .where('kind', '=', 'held')
    .execute();
  return new Map(rows.map(({ id, account_id }) => [account_id, id]));
}

test('refuses certificates of another product, expired or foreign ones, and more than the RECs or the range', async () => {
  const [sourceId = ''] = (await anAuction(600)).itemIds;
  const params = { ...own(), sourceId };
  const rangeOf = async (lotId: string) =>
    (
      await w.database.db
        .selectFrom('certificate_range')
        .select('id')
        .where('lot_id', '=', lotId)
        .where('closed_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).id;
  const wrongs: readonly (readonly [code: string, rangeId: string, quantity: string | null])[] = [
    ['range_unknown', crypto.randomUUID(), null],
    ['range_unknown', await rangeOf((await verifiedLot(w, { seller: bo, admin }, 5)).id), null],
    [
      'range_of_other_product',
      await rangeOf((await verifiedLot(w, parties(), 5, { periodFrom: '2021-01-01', periodTo: '2021-06-30' })).id),
      null,
    ],
    ['range_expired', await rangeOf((await verifiedLot(w, parties(), 5, { expiresOn: '2021-12-31' })).id), null],
  ];
  const good = await rangeOf((await verifiedLot(w, parties(), 150)).id);
  const asked = [
    ...wrongs,
    ['range_quantity_invalid', good, '1.5'],
    ['range_quantity_invalid', good, '0'],
    ['range_quantity_invalid', good, 'many'],
    ['more_than_range', good, '151'],
    ['more_than_unbacked', good, '101'],
    ['Success', good, '100'],
    ['range_unknown', good, '1'],
  ] as const;
  for (const [code, rangeId, quantity] of asked)
    expect((await w.call(seller, assignRanges, { params, body: { ranges: [{ rangeId, quantity }] } })).code).toBe(code);
  const { data: available } = await w.call(seller, listAvailableRanges, { params });
  expect(available.map(({ quantity }) => quantity)).toContain('50');
  expect((await w.call(seller, takeBackRanges, { params })).data).toMatchObject({ backed: '0', ranges: [] });
});

test('certificates of sold RECs cannot be taken back, and no range is divided against its step', async () => {
  const { account } = await aHolding(w.database.db, { holder: anna, seller, quantity: 10 });
  await verifiedLot(w, parties(), 4);
  await nameCertificates(w, { seller }, account.sourceId, 4);
  const params = { ...own(), sourceId: account.sourceId };
  expect((await w.call(seller, takeBackRanges, { params })).code).toBe('already_sold');
});

test('evidence of others is refused, and the database keeps verified lots and closed ranges', async () => {
  const { data: file } = await w.call(bo, uploadEvidence, { form: pdf() });
  const body = { ...aDevice(), evidenceIds: [file.id] };
  expect(await w.call(seller, registerDevice, { params: own(), body })).toMatchObject({
    fields: { evidenceIds: { code: 'evidence_unknown' } },
  });
  const { id } = await verifiedLot(w, parties(), 3);
  const { db } = w.database;
  await expect(db.updateTable('certificate_lot').set({ issuer: 'x' }).where('id', '=', id).execute()).rejects.toThrow(
    'verified lot',
  );
  await expect(db.deleteFrom('certificate_range').where('lot_id', '=', id).execute()).rejects.toThrow(
    'opened and closed',
  );
});

test.each([
  ['fuelCode', 'F01040100', 'code_format'],
  ['fuelCode', 'ES100', 'fuel_code_differs', 'fuelType'],
  ['capacity', '0', 'capacity_invalid'],
  ['commissionedOn', '2019-02-30', 'date_invalid'],
  ['commissionedOn', '2999-01-01', 'date_in_future'],
  ['repoweredOn', '2001-01-01', 'repowered_before_commissioned'],
])('refuses a device with %s %s: %s', async (field, value, code, at = field) => {
  const body = { ...aDevice(), [field]: value };
  const refused = await w.call(seller, registerDevice, { params: own(), body });
  expect(refused).toMatchObject({ code, fields: { [at]: { code } } });
});

test.each([
  ['first', 'TIGR-1', 'serial_format'],
  ['last', '0000-0000-0000-0000', 'serial_reversed', 'first'],
  ['last', '9999-9999-9999-9999', 'lot_too_large'],
  ['periodTo', '2019-12-31', 'period_reversed'],
  ['periodTo', '2021-01-31', 'period_in_two_years'],
  ['issuedOn', '2020-12-30', 'issued_before_production'],
  ['expiresOn', '2020-12-31', 'expires_before_issue'],
])('refuses a lot with %s %s: %s', async (field, value, code, at = field) => {
  const { id } = await verifiedDevice(w, parties());
  const body = { ...aLot(5), issuedOn: '2021-02-01', [field]: value };
  const refused = await w.call(seller, registerLot, { params: { id }, body });
  expect(refused).toMatchObject({ code, fields: { [at]: { code } } });
});

test('refuses serial numbers of two issuances as one lot', async () => {
  const asked = { ...aDevice(), registry: 'tigr', fuelCode: null, technologyCode: null };
  const { data: device } = await w.call(seller, registerDevice, { params: own(), body: asked });
  const serials = { first: 'TIGR-1234-GT-SM-08-2024-321-1', last: 'TIGR-1234-GT-SM-08-2024-322-66' };
  const refused = await w.call(seller, registerLot, { params: { id: device.id }, body: { ...aLot(5), ...serials } });
  expect(refused).toMatchObject({ code: 'serial_bases_differ', fields: { first: { code: 'serial_bases_differ' } } });
});
