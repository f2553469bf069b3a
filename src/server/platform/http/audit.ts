import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { redacted } from '#server/platform/http/redact.ts';

/**
 * The acting user and the user's network address. `session` is a short hash. It tells sessions apart, but nobody can
 * sign in with it.
 */
export type Actor = {
  readonly userId: string;
  readonly username: string;
  readonly address: string;
  readonly session: string;
  /** Name of the API key that makes the call; undefined for a call by screen. */
  readonly apiKey?: string;
  /** Username of the administrator who approved the act. Address and session are then unknown. */
  readonly approvedBy?: string;
};

const SESSION_LENGTH = 12;

export const actorOf = ({ caller, address }: { readonly caller: Caller; readonly address: string }): Actor => ({
  userId: caller.userId,
  username: caller.username,
  address,
  session: caller.approvedBy === undefined ? sha256(caller.sessionId).slice(0, SESSION_LENGTH) : '',
  ...(caller.apiKeyName !== undefined && { apiKey: caller.apiKeyName }),
  ...(caller.approvedBy !== undefined && { approvedBy: caller.approvedBy }),
});

/** One act of an administrator, as its audit line describes it. */
export type Act = {
  /** Method and path of the operation, as in the contract. */
  readonly action: string;
  /** The parameters of the path. */
  readonly subject: Readonly<Record<string, unknown>>;
  /** The request body. */
  readonly detail: unknown;
  readonly outcome?: 'done' | 'refused' | 'requested';
};

/** Values of a row by column name. */
export type Columns = Readonly<Record<string, unknown>>;

/** A change that an act made and that the database does not record automatically. */
export type Change = {
  readonly table: string;
  readonly id: string;
  readonly before: Columns | null;
  readonly after: Columns | null;
};

const IDS = ['id', 'auctionId', 'AuctionId'];
const NAMES = ['title', 'companyName', 'documentName', 'name', 'url', 'textId'];

/**
 * Writes the audit line of an act (decision 44). The database then records this transaction's row changes under that
 * line, until `endAct` or the end of the transaction.
 */
export async function beginAct(
  db: Db,
  actor: Actor,
  { action, subject, detail, outcome = 'done' }: Act,
): Promise<void> {
  const body = redacted(detail);
  const said: Columns = typeof body === 'object' && body !== null ? { ...body } : {};
  const id = IDS.map((key) => subject[key] ?? said[key]).find((one) => typeof one === 'string') ?? null;
  const name = NAMES.map((key) => said[key] ?? subject[key]).find((one) => typeof one === 'string') ?? fileNameIn(said);
  await sql`
    with line as (
      insert into audit_line (user_id, username, address, session, key_name, approved_by, action, subject, about, detail,
        outcome)
      values (${actor.userId}, ${actor.username}, ${actor.address}, ${actor.session}, ${actor.apiKey ?? ''}, ${actor.approvedBy ?? ''},
              ${action}, ${JSON.stringify(subject)}::jsonb, coalesce(${nameOf(id)}, ${name}), ${JSON.stringify(body)}::jsonb, ${outcome})
      returning id
    )
    select set_config('greenlot.audit_line', id::text, true) from line`.execute(db);
}

/** Returns the name of the first uploaded file (see `redacted`); empty without files. */
const fileNameIn = (said: Columns): string =>
  Object.values(said).flatMap((value) => {
    const file = typeof value === 'object' && value !== null && 'file' in value ? value.file : undefined;
    return typeof file === 'string' ? [file] : [];
  })[0] ?? '';

/** Looks up the name of the row with this id, in any table that a path can refer to. */
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
  union all select name from api_key where id = ${id}::uuid
  union all select url from webhook where id = ${id}::uuid
  limit 1)`;

/**
 * Adds a change to the audit line of the current act. Use it for changes that no audited row shows. For an update, only
 * the changed columns are recorded.
 */
export async function auditChange(db: Db, { table, id, ...change }: Change): Promise<void> {
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

/** Ends the act. Later changes in this transaction are not recorded as changes of the administrator. */
export const endAct = async (db: Db): Promise<void> =>
  void (await sql`select set_config('greenlot.audit_line', '', true)`.execute(db));
