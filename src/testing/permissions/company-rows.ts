import { randomUUID } from 'node:crypto';
import { saveBeneficiary } from '#contract/holding/beneficiary.ts';
import { retireHolding } from '#contract/holding/retirement.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { aCompany, insertRegistration } from '#testing/builders/company-builders.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { moveToAccount } from '#testing/builders/records.ts';
import type { Row, Rows, SetUp } from '#testing/permissions/row.ts';
import { missing, type Place, type Stage, type Who } from '#testing/permissions/stage.ts';
import type { SignedIn } from '#testing/world/world.ts';

const OWN = ['own', 'foreign', 'missing'] as const;
const PARTS = ['own', 'foreign', 'mixed', 'missing'] as const;
const BY_ADMINS = ['own', 'missing'] as const;

export const own = (setUp: SetUp, row: Row = {}): Row => ({ places: row.parts ? PARTS : OWN, setUp, ...row });
export const admin = (setUp: SetUp, row: Row = {}): Row => ({ places: BY_ADMINS, setUp, ...row });

/** Returns the owner of the company to which a call refers. */
export function ownerAt({ people, far }: Stage, place: Place, who: Who): SignedIn {
  if (place === 'foreign') return far.bidder;
  return who === 'barred' ? people.barred : people.owner;
}

export const company: SetUp = async (stage, place, who) => {
  const { accountId } = ownerAt(stage, place, who);
  // Fields that only administrators can change must already be valid.
  const account = stage.w.database.db.updateTable('account').set({ registration_number: '1' });
  const { version } = await account.where('id', '=', accountId).returning('version').executeTakeFirstOrThrow();
  return { ...missing(), id: accountId, text: String(version) };
};

/** Creates a company for administrators to change. None of the callers is its member. */
export const another: SetUp = async ({ w }) => ({ ...missing(), id: (await w.signedIn()).accountId });
const blacklisted: SetUp = async (stage, place, who) => {
  const scene = await another(stage, place, who);
  const account = stage.w.database.db.updateTable('account').set({ status: 'Blacklisted' });
  await account.where('id', '=', scene.id).execute();
  return scene;
};

/** Adds a member to the company of the call. The company's owner can change or remove this member. */
const withColleague: SetUp = async (stage, place, who) => {
  const { accountId } = ownerAt(stage, place, who);
  const colleague = await stage.w.signedIn();
  await moveToAccount(stage.w.database.db, colleague, { accountId, role: 'trader' });
  return { ...missing(), id: accountId, userId: colleague.userId };
};

/** Creates an invitation. The scene's text is its token. */
const invitation =
  (change: { revoked_at?: Date } = {}, to: 'own' | 'new' = 'own'): SetUp =>
  async (stage, place, who) => {
    const [id, token] = [randomUUID(), randomUUID()];
    const inviter = to === 'own' ? ownerAt(stage, place, who) : await stage.w.signedIn();
    const columns = {
      id,
      account_id: inviter.accountId,
      email: `${id}@example.test`,
      role: 'trader',
      token_hash: sha256(token),
      invited_by: inviter.userId,
      expires_at: new Date(Date.now() + 60_000),
      accepted_at: null,
      accepted_by: null,
      revoked_at: null,
    } as const;
    const { db } = stage.w.database;
    await db
      .insertInto('account_invitation')
      .values({ ...columns, ...change })
      .execute();
    return { ...missing(), id: inviter.accountId, invitationId: id, text: token };
  };
const token: Row['body'] = ({ text }) => ({ token: text || randomUUID() });

const A_BENEFICIARY = {
  accountType: 'Personal',
  name: 'Nurul Aisyah',
  address: 'Jalan Ampang',
  nameOnCertificates: 'Nurul Aisyah',
  buildingOwnerName: '',
} as const;
const aBeneficiary = () => ({ ...A_BENEFICIARY, name: randomUUID() });

const beneficiary: SetUp = async (stage, place, who) => {
  const owner = ownerAt(stage, place, who);
  const asked = { params: { id: owner.accountId }, body: aBeneficiary() };
  const saved = await stage.whileAdmitted(() => stage.w.call(owner, saveBeneficiary, asked));
  return { ...missing(), id: owner.accountId, beneficiaryId: saved.data.id };
};

const registration: SetUp = async ({ w }) => {
  const { userId } = await w.signedIn();
  return { ...missing(), id: await insertRegistration(w.database.db, userId) };
};

const { companyName: _, registrationNumber: __, country: ___, ...OWN_FIELDS } = aCompany();
const MEMBER = { parts: ['userId'] } as const;
const BENEFICIARY = { parts: ['beneficiaryId'] } as const;
const because = () => ({ remarkContent: 'x' });

const COMPANY: Rows = {
  'GET /user/accounts/profile/{id}': own(company),
  'PUT /user/accounts/profile/{id}': own(company, {
    body: ({ text }) => ({ ...OWN_FIELDS, version: Number(text) || 1 }),
  }),
  'GET /user/accounts/{id}/members': own(company),
  'PUT /user/accounts/{id}/members/{userId}': own(withColleague, { ...MEMBER, body: () => ({ role: 'viewer' }) }),
  'DELETE /user/accounts/{id}/members/{userId}': own(withColleague, MEMBER),
  'POST /user/accounts/{id}/invitations': own(company, {
    body: () => ({ email: `${randomUUID()}@example.com`, role: 'viewer' }),
  }),
  'DELETE /user/accounts/{id}/invitations/{invitationId}': own(invitation(), { parts: ['invitationId'] }),
  'POST /user/invitations/find': own(invitation(), { places: ['own', 'missing'], body: token }),
  'POST /user/invitations/find – taken back': own(invitation({ revoked_at: new Date() }), {
    places: ['own'],
    body: token,
  }),
  'POST /user/invitations/accept – taken back': own(invitation({ revoked_at: new Date() }), {
    places: ['own', 'missing'],
    body: token,
  }),
  'GET /user/accounts/{id}/beneficiaries': own(company),
  'POST /user/accounts/{id}/beneficiaries': own(company, { body: aBeneficiary }),
  'PUT /user/accounts/{id}/beneficiaries/{beneficiaryId}': own(beneficiary, { ...BENEFICIARY, body: aBeneficiary }),
  'DELETE /user/accounts/{id}/beneficiaries/{beneficiaryId}': own(beneficiary, BENEFICIARY),
};

const OF_ADMINS: Rows = {
  'GET /admin/accounts/{id}': admin(another),
  'PUT /admin/accounts/{id}': admin(another, { body: () => ({ ...aCompany(), version: 1 }) }),
  'GET /admin/accounts/{id}/max-bid-quantity': admin(another),
  'PUT /admin/accounts/{id}/max-bid-quantity': admin(another, { body: () => ({ maxBidQuantity: 7 }) }),
  'GET /admin/accounts/{id}/changes': admin(another),
  'PUT /admin/accounts/{id}/blacklist': admin(another, { body: because }),
  'PUT /admin/accounts/{id}/reinstate': admin(blacklisted, { body: because }),
  'GET /admin/accounts/account-registrations/{id}': admin(registration),
  'GET /admin/accounts/account-registrations/{id}/remarks': admin(registration),
  'PUT /admin/accounts/account-registrations/{id}/{action}': admin(registration, {
    params: { action: 'take-up' },
    body: () => ({ version: 1 }),
  }),
};

export const ONE = { quantity: 1, beneficiary: { choice: 'own' } } as const;

/** Creates a holding of the company. */
export const holding: SetUp = async (stage, place, who) => {
  const holder = ownerAt(stage, place, who);
  const { id } = await aHolding(stage.w.database.db, { holder, seller: stage.people.seller, quantity: 100 });
  return { ...missing(), id };
};

/** Creates a retirement. The scene's text is its statement number. */
const retirement: SetUp = async (stage, place, who) => {
  const { id } = await holding(stage, place, who);
  const asked = { params: { id }, body: ONE };
  const { data } = await stage.whileAdmitted(() => stage.w.call(ownerAt(stage, place, who), retireHolding, asked));
  return { ...missing(), id: data.id, text: data.number };
};

const HOLDINGS: Rows = {
  'GET /user/holdings/{id}': own(holding),
  'GET /user/holdings/{id}/movements': own(holding),
  'POST /user/holdings/{id}/retirements': own(holding, { body: () => ONE }),
  'GET /user/retirements/{id}': own(retirement),
  'GET /user/retirements/{id}/statement': own(retirement),
  'GET /admin/holdings/{id}': admin(holding),
  'GET /admin/holdings/{id}/movements': admin(holding),
  'GET /admin/retirements/{id}': admin(retirement),
  'GET /admin/retirements/{id}/statement': admin(retirement),
  // Any user who has the number may verify the statement.
  'GET /retirements/{number}': { places: BY_ADMINS, setUp: retirement, id: 'text' },
};

export const companyRows: Rows = { ...COMPANY, ...OF_ADMINS, ...HOLDINGS };

/** These calls give their callers another company or a registration. So they are sent last. */
export const lastRows: Rows = {
  'POST /user/invitations/accept': own(invitation({}, 'new'), { places: ['own', 'missing'], body: token }),
  'POST /user/accounts/account-registrations': { body: () => aCompany() },
};
