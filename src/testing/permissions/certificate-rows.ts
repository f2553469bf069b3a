import { randomUUID } from 'node:crypto';
import { registerDevice } from '#contract/certificate/device.ts';
import { registerLot } from '#contract/certificate/lot.ts';
import { uploadEvidence } from '#contract/evidence.ts';
import { aDevice, aDeviceLine, aLot, verifiedLot } from '#testing/builders/certificate-builders.ts';
import { aPdf } from '#testing/builders/office-builders.ts';
import { holding, ownerAt } from '#testing/permissions/company-rows.ts';
import { linkOf } from '#testing/permissions/other-rows.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { upcoming } from '#testing/permissions/auction-scenes.ts';
import { offered } from '#testing/permissions/market-rows.ts';
import type { Row, Rows, SetUp } from '#testing/permissions/row.ts';
import { missing } from '#testing/permissions/stage.ts';

const OWN = ['own', 'foreign', 'missing'] as const;
const PARTS = ['own', 'foreign', 'mixed', 'missing'] as const;
const BY_ADMINS = ['own', 'missing'] as const;

const own = (setUp: SetUp, row: Row = {}): Row => ({ places: OWN, setUp, ...row });
const admin = (setUp: SetUp, row: Row = {}): Row => ({ places: BY_ADMINS, setUp, ...row });
const VERIFIED = () => ({ decision: 'Verified' });

/** Registers a device that nobody has checked yet. */
const device: SetUp = async (stage, place, who) => {
  const owner = ownerAt(stage, place, who);
  const asked = { params: { id: owner.accountId }, body: aDevice() };
  const { data } = await stage.whileAdmitted(() => stage.w.call(owner, registerDevice, asked));
  return { ...missing(), id: data.id, text: data.registryId };
};

const lot: SetUp = async (stage, place, who) => {
  const { id } = await device(stage, place, who);
  const asked = { params: { id }, body: aLot(10) };
  const { data } = await stage.whileAdmitted(() => stage.w.call(ownerAt(stage, place, who), registerLot, asked));
  await stage.w.database.db
    .updateTable('device')
    .set(verified(stage.people.admin.userId))
    .where('id', '=', id)
    .execute();
  return { ...missing(), id: data.id };
};
const verified = (userId: string) => ({ status: 'Verified' as const, decided_by: userId, decided_at: new Date() });

/** Lists RECs of an auction of the company, which has certificates for them. The scene's text is a range. */
const toBack: SetUp = async (stage, place, who) => {
  const seller = ownerAt(stage, place, who);
  const { w, people } = stage;
  const { db } = w.database;
  const lotId = (await stage.whileAdmitted(() => verifiedLot(w, { seller, admin: people.admin }, 10))).id;
  const ofLot = db.selectFrom('certificate_range').select('id').where('lot_id', '=', lotId);
  const { id: rangeId } = await ofLot.executeTakeFirstOrThrow();
  const owner = { ownerAccountId: seller.accountId, createdBy: people.admin.userId };
  const { itemIds } = await insertAuction(db, { ...owner, startsIn: 600 });
  return { ...missing(), id: seller.accountId, sourceId: itemIds[0] ?? '', text: rangeId };
};

/** A company, without anything of its own. */
const company: SetUp = async (stage, place, who) => ({ ...missing(), id: ownerAt(stage, place, who).accountId });

function pdfForm(): FormData {
  const form = new FormData();
  form.set('File', new File([new Uint8Array(aPdf())], 'statement.pdf'));
  return form;
}

export const certificateRows: Rows = {
  'POST /evidence': { form: () => pdfForm() },
  'GET /evidence/{id}': {
    places: OWN,
    setUp: async ({ w, people }, place) => {
      const [one, other] = [
        await w.call(people.admin, uploadEvidence, { form: pdfForm() }),
        await w.call(people.admin, uploadEvidence, { form: pdfForm() }),
      ];
      return { ...missing(), id: one.data.id, text: linkOf((place === 'foreign' ? other : one).data.url) };
    },
    query: ({ text }) => text,
  },
  'POST /user/accounts/{id}/devices': own(company, { body: () => aDevice() }),
  'POST /user/accounts/{id}/certificate-files/preview': own(company, { body: () => ({ devices: [aDeviceLine()] }) }),
  'POST /user/accounts/{id}/certificate-files': own(company, { body: () => ({ devices: [aDeviceLine()] }) }),
  'PUT /user/devices/{id}': own(device, { body: () => aDevice() }),
  'POST /admin/devices/{id}/decision': admin(device, { body: VERIFIED }),
  'POST /user/devices/{id}/lots': own(device, { body: () => aLot(10) }),
  'DELETE /user/certificate-lots/{id}': own(lot),
  'POST /admin/certificate-lots/{id}/decision': admin(lot, { body: VERIFIED }),
  'GET /user/auctions/{id}/certificates': { places: ['public', 'private', 'foreign', 'missing'], setUp: upcoming },
  'GET /admin/auctions/{id}/certificates': { places: ['public', 'missing'], setUp: upcoming },
  'GET /user/sell-orders/{id}/certificates': {
    places: ['public', 'private', 'draft', 'foreign', 'missing'],
    setUp: offered,
  },
  'GET /admin/sell-orders/{id}/certificates': { places: ['public', 'missing'], setUp: offered },
  'GET /user/holdings/{id}/certificates': own(holding),
  'GET /admin/holdings/{id}/certificates': admin(holding),
  'GET /user/accounts/{id}/backings': own(company),
  'GET /user/accounts/{id}/registry-accounts': own(company),
  'PUT /user/accounts/{id}/registry-accounts': own(company, {
    body: () => ({ accounts: [{ registry: 'irec', code: 'ACCOUNT1' }] }),
  }),
  'GET /user/accounts/{id}/backings/{sourceId}/available': own(toBack, { places: PARTS, parts: ['sourceId'] }),
  'POST /user/accounts/{id}/backings/{sourceId}': own(toBack, {
    places: PARTS,
    parts: ['sourceId'],
    body: ({ text }) => ({ ranges: [{ rangeId: text || randomUUID(), quantity: null }] }),
  }),
  'DELETE /user/accounts/{id}/backings/{sourceId}': own(toBack, { places: PARTS, parts: ['sourceId'] }),
};
