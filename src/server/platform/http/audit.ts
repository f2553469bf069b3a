import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { redacted } from '#server/platform/http/redact.ts';

/** Who acts, and from where; `session` tells one session from another and is good for nothing else. */
export type Actor = {
  readonly userId: string;
  readonly username: string;
  readonly address: string;
  readonly session: string;
};

const SESSION_LENGTH = 12;

export const actorOf = ({ caller, address }: { readonly caller: Caller; readonly address: string }): Actor => ({
  userId: caller.userId,
  username: caller.username,
  address,
  session: sha256(caller.sessionId).slice(0, SESSION_LENGTH),
});

export type Act = {
  /** The method and the path of the operation, as the contract has them. */
  readonly action: string;
  /** What the path names. */
  readonly subject: Readonly<Record<string, unknown>>;
  /** What was sent. */
  readonly detail: unknown;
  readonly outcome?: 'done' | 'refused';
};

/** Columns by their names. */
export type Columns = Readonly<Record<string, unknown>>;

/** What an act did to something that no row of a noted table stands for. */
export type Change = {
  readonly table: string;
  readonly id: string;
  readonly before: Columns | null;
  readonly after: Columns | null;
};

const IDS = ['id', 'auctionId', 'AuctionId'];
const NAMES = ['title', 'companyName', 'documentName', 'name'];

/**
 * Writes the line of an act (decision 44). What this transaction then does to rows is noted under it by the database, until
 * `endAct` or its end.
 */
export async function beginAct(
  db: Db,
  actor: Actor,
  { action, subject, detail, outcome = 'done' }: Act,
): Promise<void> {
  const body = redacted(detail);
  const said: Columns = typeof body === 'object' && body !== null ? { ...body } : {};
  const id = IDS.map((key) => subject[key] ?? said[key]).find((one) => typeof one === 'string') ?? null;
  const name = NAMES.map((key) => said[key]).find((one) => typeof one === 'string') ?? fileNameIn(said);
  await sql`
    with line as (
      insert into audit_line (user_id, username, address, session, action, subject, about, detail, outcome)
      values (${actor.userId}, ${actor.username}, ${actor.address}, ${actor.session}, ${action},
              ${JSON.stringify(subject)}::jsonb, coalesce(${nameOf(id)}, ${name}), ${JSON.stringify(body)}::jsonb, ${outcome})
      returning id
    )
    select set_config('greenlot.audit_line', id::text, true) from line`.execute(db);
}

/** Name of the first uploaded file (see `redacted`); empty without files. */
const fileNameIn = (said: Columns): string =>
  Object.values(said).flatMap((value) => {
    const file = typeof value === 'object' && value !== null && 'file' in value ? value.file : undefined;
    return typeof file === 'string' ? [file] : [];
  })[0] ?? '';

/** What something is called whose id is in the path, whatever it is. */
const nameOf = (id: unknown) => sql`(
  select title from auction where id = ${id}::uuid
  union all select auction.title from auction_item join auction on auction.id = auction_id where auction_item.id = ${id}::uuid
  union all select auction.title from change_request join auction on auction.id = auction_id where change_request.id = ${id}::uuid
  union all select company_name from account where id = ${id}::uuid
  union all select company_name from company_registration where id = ${id}::uuid
  union all select title from sell_order where id = ${id}::uuid
  union all select title from buy_order join sell_order on sell_order.id = sell_order_id where buy_order.id = ${id}::uuid
  union all select document_name from template join template_version v on v.template_id = template.id and v.version = template.version
    where template.id = ${id}::uuid
  union all select name from tick_size where id = ${id}::uuid
  union all select username from app_user where id = ${id}::uuid
  limit 1)`;

/** Notes what the rows don't show, under the line that was begun last; of an update what is different only. */
export async function noteChange(db: Db, { table, id, ...change }: Change): Promise<void> {
  const kind = change.before === null ? 'insert' : change.after === null ? 'delete' : 'update';
  const { before, after } = kind === 'update' ? differencesOf(change) : change;
  await sql`
    insert into audit_change (line_id, table_name, row_key, kind, before, after)
    values (current_setting('greenlot.audit_line')::bigint, ${table}, ${JSON.stringify({ id })}::jsonb, ${kind},
            ${jsonOf(before)}::jsonb, ${jsonOf(after)}::jsonb)`.execute(db);
}

function differencesOf({ before, after }: Pick<Change, 'before' | 'after'>): Pick<Change, 'before' | 'after'> {
  const names = Object.keys({ ...before }).filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );
  const pick = (columns: Columns | null) => Object.fromEntries(names.map((name) => [name, columns?.[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

const jsonOf = (columns: Columns | null): string | null => columns && JSON.stringify(columns);

/** What follows in the transaction isn't this admin's doing. */
export const endAct = async (db: Db): Promise<void> =>
  void (await sql`select set_config('greenlot.audit_line', '', true)`.execute(db));
