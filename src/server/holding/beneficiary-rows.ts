import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { ChosenBeneficiary, SavedBeneficiary } from '#contract/holding/beneficiary.ts';
import {
  judgeBeneficiary,
  ownBeneficiary,
  tidyBeneficiary,
  type Beneficiary,
  type BeneficiaryFields,
} from '#domain/holding/beneficiary.ts';
import { readCompany } from '#server/company/own-account.ts';
import type { Db } from '#server/platform/database/database.ts';
import { containing } from '#server/platform/database/search.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

type BeneficiaryRow = Selectable<Tables['beneficiary']>;

export const matchingBeneficiaries = (accountId: string, search: string): RawBuilder<unknown> => {
  const sought = containing(search);
  return sql`where account_id = ${accountId}
    and (name ilike ${sought} escape '\\' or name_on_certificates ilike ${sought} escape '\\')`;
};

export async function findBeneficiaries(db: Db, which: RawBuilder<unknown>): Promise<SavedBeneficiary[]> {
  const { rows } = await sql<BeneficiaryRow>`select * from beneficiary ${which}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    accountType: row.account_type,
    name: row.name,
    address: row.address,
    nameOnCertificates: row.name_on_certificates,
    buildingOwnerName: row.building_owner_name,
  }));
}

export async function countBeneficiaries(db: Db, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from beneficiary ${which}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The beneficiary that a request tells of, as it is stored; throws where any field of it is wrong. */
export function requireBeneficiary(given: BeneficiaryFields): Beneficiary {
  refuseFields(judgeBeneficiary(given));
  return tidyBeneficiary(given) as Beneficiary;
}

export const columnsOfBeneficiary = (beneficiary: Beneficiary) => ({
  account_type: beneficiary.accountType,
  name: beneficiary.name,
  address: beneficiary.address,
  name_on_certificates: beneficiary.nameOnCertificates,
  building_owner_name: beneficiary.buildingOwnerName,
});

const sameAs = (
  accountId: string,
  { accountType, name, address, nameOnCertificates, buildingOwnerName }: Beneficiary,
): RawBuilder<unknown> => sql`where account_id = ${accountId} and account_type = ${accountType} and name = ${name}
  and address = ${address} and name_on_certificates = ${nameOnCertificates}
  and building_owner_name = ${buildingOwnerName} limit 1`;

type Saver = { readonly accountId: string; readonly userId: string };

/** Saves the same beneficiary once, also when calls come at the same moment: a unique index decides. */
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
    // Else it was deleted between the two statements.
    if (known) return known;
  }
}

/**
 * Changes a saved beneficiary. If the company already has the same one, that one stays and is returned. Edits of one company
 * take turns, so that each finds what the one before it left.
 * @throws Refused not_found
 */
export async function replaceBeneficiary(
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
  // Finds the row that exists now, whichever of the two it is.
  return insertBeneficiary(db, { accountId, userId: before.created_by }, beneficiary);
}

/**
 * Whom a company's request means: its own company as it calls itself now, one that it has saved, or a new one, which is
 * saved where that is wished. What comes back is kept with the retirement, whatever becomes of the saved one.
 */
export async function resolveBeneficiary(db: Db, saver: Saver, chosen: ChosenBeneficiary): Promise<Beneficiary> {
  const { accountId } = saver;
  if (chosen.choice === 'own') return ownBeneficiary(await readCompany(db, accountId));
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

function refuseUnknown(): never {
  const beneficiaryId = { code: 'beneficiary_unknown' } as const;
  throw new Refused(beneficiaryId.code, undefined, { beneficiaryId });
}
