import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { containing } from '#server/platform/database/search.ts';

export type FoundPerson = {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  /** The person's oldest business account. Null for administrators and for people without a company. */
  readonly accountId: string | null;
};

/**
 * Returns people by username or email address, for administrators only. Erased people and the simulated ones of
 * rehearsals are left out. A simulated person has the id of its company.
 */
export async function findPeople(db: Db, search: string, limit: number): Promise<FoundPerson[]> {
  const sought = containing(search);
  const { rows } = await sql<FoundPerson>`
    select u.id, u.username, u.email, (
      select m.account_id from account_member m where m.user_id = u.id order by m.created_at, m.account_id limit 1
    ) as "accountId"
    from app_user u
    where u.erased_at is null and (u.username ilike ${sought} escape '\\' or u.email ilike ${sought} escape '\\')
      and not exists (select from account a where a.id = u.id and a.is_simulated)
    order by lower(u.username) limit ${limit}`.execute(db);
  return rows;
}
