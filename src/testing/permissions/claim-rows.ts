import { randomUUID } from 'node:crypto';
import { proposeRetirements } from '#contract/claim/retire-list.ts';
import { retireHolding } from '#contract/holding/retirement.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { admin, another, company, holding, ONE, own, ownerAt } from '#testing/permissions/company-rows.ts';
import type { Rows, SetUp } from '#testing/permissions/row.ts';
import { missing } from '#testing/permissions/stage.ts';

/** Creates a retirement of RECs that the called company sold. Its holder is somebody else. */
const soldRetirement: SetUp = async (stage, place, who) => {
  const { w, people, far } = stage;
  const holder = far.seller;
  const seller = place === 'foreign' ? far.bidder : who === 'barred' ? people.barred : people.owner;
  const { id } = await aHolding(w.database.db, { holder, seller, quantity: 100 });
  const { data } = await w.call(holder, retireHolding, { params: { id }, body: ONE });
  return { ...missing(), id: data.id };
};

const aRegistryRecord = () => ({ registry: 'I-REC(E)', reference: randomUUID(), retiredOn: '2025-01-31' });
const USE = { site: 'Perai', country: 'MY', location: 'Perai', month: '2020-06', megawattHours: '1' };

/** Gives the called company a holding. The scene's text is the fingerprint of a proposal from it. */
const proposed: SetUp = async (stage, place, who) => {
  const caller = ownerAt(stage, place, who);
  await holding(stage, place, who);
  const params = { id: caller.accountId };
  const body = { consumption: [USE] };
  const { data } = await stage.whileAdmitted(() => stage.w.call(caller, proposeRetirements, { params, body }));
  return { ...missing(), id: caller.accountId, text: data.fingerprint };
};

/** Operations on claims: the registry, the claims report, retiring from a list. */
export const claimRows: Rows = {
  'POST /user/retirements/{id}/registry': own(soldRetirement, { body: aRegistryRecord }),
  'POST /admin/retirements/{id}/registry': admin(soldRetirement, { body: aRegistryRecord }),
  'GET /user/accounts/{id}/claims-report': own(company, { query: () => '?year=2025' }),
  'GET /admin/accounts/{id}/claims-report': admin(another, { query: () => '?year=2025' }),
  'GET /user/accounts/{id}/claims-report/export': own(company, { query: () => '?year=2025' }),
  'GET /admin/accounts/{id}/claims-report/export': admin(another, { query: () => '?year=2025' }),
  'POST /user/accounts/{id}/retirement-proposals': own(company, { body: () => ({ consumption: [USE] }) }),
  'POST /user/accounts/{id}/retirements': own(proposed, {
    body: ({ text }) => ({ consumption: [USE], fingerprint: text }),
  }),
};
