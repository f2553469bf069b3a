import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { emailKey, judgeEmail } from '#domain/identity/email.ts';
import { issuerOf, type Config } from '#server/platform/config/config.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { errorMessage } from '#server/platform/http/words.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { takeLock } from '#server/platform/http/require-session.ts';

/** Hours for which the link is valid. */
const LINK_HOURS = 24;

type Deployment = Pick<Config, 'PUBLIC_URL' | 'PORT' | 'OIDC_ISSUER'>;

/** The lock under which changes of administrators run one after the other, so that two owners cannot remove each other. */
export const ADMINISTRATORS_LOCK = 'administrators';

/** Returns whether the platform has an owner. Then no link creates another one. */
export async function hasOwner(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from app_user where 'owner' = any(admin_roles) limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Returns what a starting server prints while the platform has no owner: a new link, or who printed the valid one. Of
 * several processes that run at the same time, only one prints a link. A restart prints a new link and ends the old one.
 */
export async function announceFirstAdministrator(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  config: Deployment,
  nowMs: number,
): Promise<string | undefined> {
  if (config.OIDC_ISSUER !== undefined)
    return (await hasOwner(db))
      ? undefined
      : `This platform has no administrator yet. People sign in at ${config.OIDC_ISSUER}, so no link is made. Run: npm run people -- add USERNAME EMAIL --admin`;
  return db.transaction().execute(async (own) => {
    await takeLock(own, ADMINISTRATORS_LOCK);
    if (await hasOwner(own)) return undefined;
    const printer = kind === 'pglite' ? undefined : await findOtherPrinter(own, nowMs);
    if (printer)
      return `This platform has no administrator yet. The server process ${printer.pid} on ${printer.host} printed the link for the first one. To make a new link: npm run admin -- --email ADDRESS`;
    const link = await makeLink(own, config, { host: hostname(), pid: process.pid, email: null }, nowMs);
    return [
      'This platform has no administrator yet. Open this link to create the first one:',
      `  ${link}`,
      `It works once, until ${untilText(nowMs)}. A restart prints a new link. Anyone with the link can take the platform.`,
    ].join('\n');
  });
}

/** Returns another running process whose link is valid. A process writes its heartbeat every second. */
async function findOtherPrinter(db: Db, nowMs: number): Promise<{ host: string; pid: number } | undefined> {
  const { rows } = await sql<{ host: string; pid: number }>`
    select link.host, link.pid from first_administrator_link link
    join service_process process on process.host = link.host and process.pid = link.pid
    where link.expires_at > ${new Date(nowMs)} and process.at > ${new Date(nowMs - 5_000)}
      and (link.host, link.pid) <> (${hostname()}, ${process.pid})`.execute(db);
  return rows[0];
}

/**
 * Makes the link for the first administrator with this address, for the command `npm run admin`. An earlier link ends.
 * @throws Error with a readable text if the address is invalid or the platform has an owner
 */
export async function firstLinkFor(db: Db, config: Deployment, email: string, nowMs: number): Promise<string> {
  if (config.OIDC_ISSUER !== undefined)
    throw new Error(
      `People sign in at ${config.OIDC_ISSUER}. Create the administrator there, then run: npm run people -- add USERNAME ${email} --admin`,
    );
  const wrong = judgeEmail(email);
  if (wrong) throw new Error(errorMessage('en', wrong.code, undefined));
  return db.transaction().execute(async (own) => {
    await takeLock(own, ADMINISTRATORS_LOCK);
    if (await hasOwner(own))
      throw new Error(
        'The platform has an owner, who invites further administrators on the page “Administrators”. If no owner can sign in, run: npm run people -- link USERNAME',
      );
    const link = await makeLink(own, config, { host: null, pid: null, email: email.trim() }, nowMs);
    return `${link}\nIt works once, for ${email.trim()}, until ${untilText(nowMs)}.`;
  });
}

const untilText = (nowMs: number): string =>
  `${new Date(nowMs + LINK_HOURS * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

type Maker = { readonly host: string | null; readonly pid: number | null; readonly email: string | null };

async function makeLink(db: Db, config: Deployment, maker: Maker, nowMs: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const row = { ...maker, token_hash: sha256(token), expires_at: new Date(nowMs + LINK_HOURS * 3_600_000) };
  await endFirstLink(db);
  await db.insertInto('first_administrator_link').values(row).execute();
  return `${issuerOf(config)}/first-administrator#${token}`;
}

/** Ends the link, because it was used or replaced. */
export const endFirstLink = async (db: Db): Promise<void> =>
  void (await db.deleteFrom('first_administrator_link').execute());

/** Returns the valid link with this token, unless the platform has an owner. */
export async function findFirstLink(db: Db, token: string, nowMs: number) {
  const found = await db
    .selectFrom('first_administrator_link')
    .select(['email', 'expires_at as expiresAt'])
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst();
  return found && !(await hasOwner(db)) ? found : undefined;
}

/** Returns whether a link that is bound to an address accepts this address. */
export const isAddressOfLink = ({ email }: { readonly email: string | null }, given: string): boolean =>
  email === null || emailKey(email) === emailKey(given);
