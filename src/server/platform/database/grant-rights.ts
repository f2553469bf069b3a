import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

const AUDIT_TRAIL = ['audit_line', 'audit_change'];

/**
 * Grants the application's role its rights on tables that another role owns. The application's role may read and change
 * rows, but not tables, triggers or functions. In the audit trail, it may only read and add rows (decision 44).
 * @throws Error if the role has other rights to change the audit trail: as the owner of its tables, as a member of the
 * owner's role, or as a superuser
 */
export async function grantRights(owner: Database, role: string): Promise<void> {
  const { rows: quoted } = await sql<{ name: string }>`select quote_ident(${role}) as name`.execute(owner.db);
  const name = quoted[0]?.name ?? '';
  await owner.exec(`
    begin;
    grant usage on schema public to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    revoke update, delete, truncate on ${AUDIT_TRAIL.join(', ')} from ${name};
    revoke insert, update, delete on migration from ${name};
    commit;`);
  const { rows } = await sql<{ owner: string; can: boolean }>`
    select pg_get_userbyid(relowner) as owner,
           pg_has_role(${role}, relowner, 'member') or has_table_privilege(${role}, oid, 'update, delete, truncate') as can
    from pg_class where oid = 'audit_line'::regclass`.execute(owner.db);
  const [audit] = rows;
  if (audit?.can)
    throw new Error(
      `the role "${role}" of DATABASE_URL can change the audit trail, which belongs to "${audit.owner}". Remove its membership in "${audit.owner}" and its superuser rights, and transfer the tables that it owns to the role of DATABASE_OWNER_URL (\`reassign owned by\`)`,
    );
}

/** Returns the application's database role. */
export async function roleOf({ db }: Database): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(db);
  return rows[0]?.role ?? '';
}
