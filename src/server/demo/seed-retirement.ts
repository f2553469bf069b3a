import { sql } from 'kysely';
import type { Beneficiary } from '#domain/holding/beneficiary.ts';
import { insertBeneficiary } from '#server/holding/beneficiaries.ts';
import { retire } from '#server/holding/retire.ts';
import { findHoldingAccount } from '#server/ledger/ledger-accounts.ts';
import type { Db } from '#server/platform/database/database.ts';

const PLANT: Beneficiary = {
  accountType: 'Corporate',
  name: 'Meranti Packaging Sdn Bhd',
  address: 'Lot 12, Jalan Perindustrian 4, 13600 Perai, Pulau Pinang',
  nameOnCertificates: 'Meranti Packaging Sdn Bhd',
  buildingOwnerName: '',
  country: 'MY',
  location: 'Perai',
};
const TOWER: Beneficiary = {
  accountType: 'Building',
  name: 'Menara Meranti',
  address: 'No. 8, Jalan Sultan Ahmad Shah, 10050 George Town, Pulau Pinang',
  nameOnCertificates: 'Menara Meranti',
  buildingOwnerName: 'Meranti Properties Sdn Bhd',
  country: 'MY',
  location: 'George Town',
};

/**
 * Retires a quarter of the newcomer's RECs of an award, for a building and with a claim for the past year. The building is
 * one of two beneficiaries that the company has saved.
 */
export async function seedRetirement(db: Db, awardId: string): Promise<void> {
  const { rows } = await sql<{ id: string; balance: string; accountId: string; userId: string }>`
    select held.id, held.balance, held.account_id as "accountId", app_user.id as "userId"
    from ledger_account held
    join app_user on app_user.username = 'newcomer'
    where held.kind = 'held' and held.source_id = ${awardId}`.execute(db);
  const [held] = rows;
  if (!held) throw new Error('the newcomer holds no RECs of the award');
  for (const beneficiary of [PLANT, TOWER]) await insertBeneficiary(db, held, beneficiary);
  const lines = [{ holding: await findHoldingAccount(db, held.id), quantity: Math.floor(Number(held.balance) / 4) }];
  const year = new Date().getUTCFullYear() - 1;
  const claim = {
    periodFrom: `${year}-01-01`,
    periodTo: `${year}-12-31`,
    purpose: 'scope2',
    purposeText: '',
  } as const;
  await retire(db, { lines, beneficiary: TOWER, claim }, { ...held, publicUrl: '' });
}
