import { afterAll, beforeAll, expect, test } from 'vitest';
import { getClaimsReportAsUser } from '#contract/claim/claims-report.ts';
import { getRetirementAsUser, retireHolding } from '#contract/holding/retirement.ts';
import { nameCertificates, verifiedLot } from '#testing/builders/certificate-builders.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { world, type World } from '#testing/world/world.ts';

let w: World;
beforeAll(async () => void (w = await world()));
afterAll(() => w.end());

test('a retirement names its certificates, and the report checks each range', async () => {
  const [admin, seller, holder] = [await w.signedIn({ role: 'Admin' }), await w.signedIn(), await w.signedIn()];
  const { id, account } = await aHolding(w.database.db, { holder, seller, quantity: 50 });
  await verifiedLot(w, { seller, admin }, 30, { periodFrom: '2020-10-01', periodTo: '2020-10-31' });
  await nameCertificates(w, { seller }, account.sourceId, 30);
  const claim = { periodFrom: '2021-01-01', periodTo: '2021-12-31', purpose: 'scope2', purposeText: '' };
  const body = { quantity: 40, beneficiary: { choice: 'own', location: 'Perai' } as const, claim };
  const made = await w.call(holder, retireHolding, { params: { id }, body });
  const read = await w.call(holder, getRetirementAsUser, { params: { id: made.data.id } });
  expect(read.data.ranges).toMatchObject([
    {
      device: { registry: 'I-REC(E)', fuelCode: 'ES300', commissionedOn: '2011-08-06', isSupported: null },
      lot: { quantity: '30.000000', production: { from: '2020-10-01', to: '2020-10-31' }, includesOffsets: null },
    },
  ]);
  const params = { id: holder.accountId };
  const { data } = await w.call(holder, getClaimsReportAsUser, { params, query: '?year=2021' });
  expect(data.lines).toMatchObject([
    { megawattHours: '30.000000', vintageDistance: 3, checks: { periodOverlap: 'no', ageWithin15Years: 'yes' } },
    { megawattHours: '10.000000', lot: null, checks: { ageWithin15Years: 'unknown' } },
  ]);
});
