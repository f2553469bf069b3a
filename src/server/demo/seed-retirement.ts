import { sql } from 'kysely';
import type { Beneficiary } from '#domain/holding/beneficiary.ts';
import { insertBeneficiary } from '#server/holding/beneficiary-rows.ts';
import { retire } from '#server/holding/retire.ts';
import { heldPlace } from '#server/ledger/place-of.ts';
import type { Db } from '#server/platform/database/database.ts';

const PLANT: Beneficiary = {
  accountType: 'Corporate',
  name: 'Meranti Packaging Sdn Bhd',
  address: 'Lot 12, Jalan Perindustrian 4, 13600 Perai, Pulau Pinang',
  nameOnCertificates: 'Meranti Packaging Sdn Bhd',
  buildingOwnerName: '',
};
const TOWER: Beneficiary = {
  accountType: 'Building',
  name: 'Menara Meranti',
  address: 'No. 8, Jalan Sultan Ahmad Shah, 10050 George Town, Pulau Pinang',
  nameOnCertificates: 'Menara Meranti',
  buildingOwnerName: 'Meranti Properties Sdn Bhd',
};

/**
 * Once the newcomer's company holds RECs, out of an auction that was closed, a part of them is retired for a building; the
 * company has saved it, and another beneficiary.
 */
export const seedRetirement = (db: Db, publicUrl: string): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; balance: string; accountId: string; userId: string }>`
      select held.id, held.balance, held.account_id as "accountId", app_user.id as "userId"
      from ledger_account held
      join account_member member on member.account_id = held.account_id
      join app_user on app_user.id = member.user_id and app_user.username = 'newcomer'
      where held.kind = 'held' and held.balance > 1
        and not exists (select from retirement where retirement.account_id = held.account_id)
      order by held.balance desc limit 1`.execute(transaction);
    const [held] = rows;
    if (!held) return;
    for (const beneficiary of [PLANT, TOWER]) await insertBeneficiary(transaction, held, beneficiary);
    const lines = [{ holding: await heldPlace(transaction, held.id), quantity: Math.floor(Number(held.balance) / 4) }];
    await retire(transaction, { lines, beneficiary: TOWER }, { ...held, publicUrl });
  });
