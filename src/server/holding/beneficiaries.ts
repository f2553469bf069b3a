import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import {
  deleteBeneficiary,
  listBeneficiaries,
  saveBeneficiary,
  updateBeneficiary,
  type ChosenBeneficiary,
  type SavedBeneficiary,
} from '#contract/holding/beneficiary.ts';
import {
  judgeBeneficiary,
  judgePlace,
  ownBeneficiary,
  tidyBeneficiary,
  type Beneficiary,
  type GivenBeneficiary,
} from '#domain/holding/beneficiary.ts';
import { readCompany, requireActing, requireMembership } from '#server/company/own-account.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countRows, offsetOf, pageOf } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

const matchingBeneficiaries = (accountId: string, search: string): RawBuilder<unknown> => {
  const sought = containing(search);
  return sql`where account_id = ${accountId}
    and (name ilike ${sought} escape '\\' or name_on_certificates ilike ${sought} escape '\\')`;
};

async function findBeneficiaries(db: Db, which: RawBuilder<unknown>): Promise<SavedBeneficiary[]> {
  const { rows } = await sql<SavedBeneficiary>`select id, ${BENEFICIARY} from beneficiary ${which}`.execute(db);
  return rows;
}

/** SQL: the columns of a beneficiary. The tables `beneficiary` and `retirement` both have these columns. */
export const BENEFICIARY = sql`account_type as "accountType", name, address,
  name_on_certificates as "nameOnCertificates", building_owner_name as "buildingOwnerName", country, location`;

/**
 * Validates the beneficiary of a request and returns it as it is stored.
 * @throws Refused with every field that breaks a rule
 */
function requireBeneficiary(given: GivenBeneficiary): Beneficiary {
  refuseFields(judgeBeneficiary(given));
  return tidyBeneficiary(given) as Beneficiary;
}

export const columnsOfBeneficiary = (beneficiary: Beneficiary) => ({
  account_type: beneficiary.accountType,
  name: beneficiary.name,
  address: beneficiary.address,
  name_on_certificates: beneficiary.nameOnCertificates,
  building_owner_name: beneficiary.buildingOwnerName,
  country: beneficiary.country,
  location: beneficiary.location,
});

const sameAs = (
  accountId: string,
  { accountType, name, address, nameOnCertificates, buildingOwnerName, country, location }: Beneficiary,
): RawBuilder<unknown> => sql`where account_id = ${accountId} and account_type = ${accountType} and name = ${name}
  and address = ${address} and name_on_certificates = ${nameOnCertificates}
  and building_owner_name = ${buildingOwnerName} and country = ${country} and location = ${location} limit 1`;

type Saver = { readonly accountId: string; readonly userId: string };

/**
 * Saves a beneficiary. If the company already has an equal one, returns that one. A unique index makes concurrent calls
 * safe.
 */
export async function insertBeneficiary(
  db: Db,
  { accountId, userId }: Saver,
  beneficiary: Beneficiary,
): Promise<SavedBeneficiary> {
  for (;;) {
    const [inserted] = await db
      .insertInto('beneficiary')
      .values({ id: randomUUID(), account_id: accountId, created_by: userId, ...columnsOfBeneficiary(beneficiary) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    if (inserted) return { id: inserted.id, ...beneficiary };
    const [known] = await findBeneficiaries(db, sameAs(accountId, beneficiary));
    // If none is known now, the equal beneficiary was deleted between the two statements: try again.
    if (known) return known;
  }
}

/**
 * Changes a saved beneficiary. If the company already has another beneficiary with the new values, deletes the first
 * one and returns the other. Edits for the same company run one after another, so that each edit sees the result of the
 * previous edit.
 * @throws Refused not_found
 */
async function replaceBeneficiary(
  db: Db,
  { id, accountId }: { readonly id: string; readonly accountId: string },
  beneficiary: Beneficiary,
): Promise<SavedBeneficiary> {
  await sql`select from account where id = ${accountId} for no key update`.execute(db);
  const [before] = await db
    .deleteFrom('beneficiary')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning(['id', 'account_id', 'created_by', 'created_at'])
    .execute();
  if (!before) throw new Refused('not_found');
  await db
    .insertInto('beneficiary')
    .values({ ...before, ...columnsOfBeneficiary(beneficiary) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Returns the row that exists now: the changed beneficiary, or the equal one.
  return insertBeneficiary(db, { accountId, userId: before.created_by }, beneficiary);
}

/**
 * Returns the beneficiary that a request chooses: the company itself under its present name, a saved beneficiary, or a
 * new one. Saves a new beneficiary if the request asks for this. The retirement stores its own copy, so it is not
 * affected by later changes of the saved beneficiary.
 * @throws Refused beneficiary_unknown
 */
export async function resolveBeneficiary(db: Db, saver: Saver, chosen: ChosenBeneficiary): Promise<Beneficiary> {
  const { accountId } = saver;
  if (chosen.choice === 'own') return requirePlace(ownBeneficiary(await readCompany(db, accountId), chosen));
  if (chosen.choice === 'new') {
    const beneficiary = requireBeneficiary(chosen);
    if (chosen.isSaved) await insertBeneficiary(db, saver, beneficiary);
    return beneficiary;
  }
  const [saved] = await findBeneficiaries(db, sql`where id = ${chosen.beneficiaryId} and account_id = ${accountId}`);
  if (!saved) return refuseUnknown();
  const { id: _id, ...beneficiary } = saved;
  return beneficiary;
}

/** Returns the own beneficiary with a tidy place. Its other fields are the company's, so they are not judged again. */
function requirePlace(own: Beneficiary): Beneficiary {
  refuseFields(judgePlace(own));
  return tidyBeneficiary(own) as Beneficiary;
}

/** Judges the fields of a chosen beneficiary that its request holds. */
export const judgeChoice = (chosen: ChosenBeneficiary) =>
  chosen.choice === 'new' ? judgeBeneficiary(chosen) : chosen.choice === 'own' ? judgePlace(chosen) : {};

function refuseUnknown(): never {
  const beneficiaryId = { code: 'beneficiary_unknown' } as const;
  throw new Refused(beneficiaryId.code, undefined, { beneficiaryId });
}

/** Saved beneficiaries of a company. All its members can read them. Members who may act for it can change them. */
export const beneficiaryOperations: readonly Operation[] = [
  operation(listBeneficiaries, async ({ db, caller, params, query }) => {
    const { id } = requireMembership(caller, params.id);
    const which = matchingBeneficiaries(id, query.search);
    const page = sql`${which} order by name, id limit ${query.limit} offset ${offsetOf(query)}`;
    return pageOf(await findBeneficiaries(db, page), await countRows(db, sql`from beneficiary ${which}`), query);
  }),

  operation(saveBeneficiary, async ({ db, caller, params, body }) => {
    requireActing(caller, params.id);
    return insertBeneficiary(db, { accountId: params.id, userId: caller.userId }, requireBeneficiary(body));
  }),

  operation(updateBeneficiary, async ({ db, caller, params, body }) => {
    const { id: accountId } = requireActing(caller, params.id);
    return replaceBeneficiary(db, { id: params.beneficiaryId, accountId }, requireBeneficiary(body));
  }),

  operation(deleteBeneficiary, async ({ db, caller, params }) => {
    const { id: accountId } = requireActing(caller, params.id);
    const saved = { id: params.beneficiaryId, account_id: accountId };
    const { numDeletedRows } = await db
      .deleteFrom('beneficiary')
      .where(({ and }) => and(saved))
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refused('not_found');
    return {};
  }),
];
