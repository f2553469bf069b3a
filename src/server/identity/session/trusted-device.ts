import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { isHttps, type Config } from '#server/platform/config/config.ts';
import { cookieDomain } from '#server/platform/config/config-cookies.ts';

/** Where cookies are given: where browsers reach this deployment, and what it is told of its domain. */
type CookieSite = { readonly issuer: string; readonly config: Config };

/** By the prefix browsers take a cookie from https alone: nobody on the way plants one. */
export const cookieName = ({ issuer }: Pick<CookieSite, 'issuer'>, name: string): string =>
  `${isHttps(issuer) ? '__Secure-' : ''}greenlot_${name}`;

/**
 * Cookies that outlive a visit, the session's and the trusted devices': only the identity service's paths see them, in
 * variant GLOBAL on the whole domain (docs/rules.md#browser-storage).
 */
export function cookieOf({ issuer, config }: CookieSite) {
  const domain = cookieDomain(config, issuer);
  return {
    path: '/connect',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: isHttps(issuer),
    ...(domain !== undefined && { domain }),
  };
}

/**
 * Returns a `Cookie` header with the last of several cookies of one name. Browsers send a host's own cookie, from before it
 * held for the whole domain, ahead of the one that replaced it.
 */
export function newestCookies(header: string): string {
  const byName = new Map(header.split(/; */).map((cookie) => [cookie.split('=', 1)[0], cookie]));
  return [...byName.values()].join('; ');
}

/** A device that gave a one-time code is trusted so long (docs/rules.md#trusted-devices). */
const TRUSTED_SECONDS = 30 * 24 * 60 * 60;

/** A device that its user asked to trust; `hash` is that of its fingerprint. */
export type NewDevice = { readonly hash: string; readonly userAgent: string };

/**
 * The name of a user's trust cookie. Several people may trust one browser, so each has a cookie. The name is a hash, so it
 * doesn't reveal the user.
 */
export const trustCookieOf = (site: Pick<CookieSite, 'issuer'>, userId: string): string =>
  cookieName(site, `device_${sha256(`trusted:${userId}`).slice(0, 16)}`);

/** Where a response's cookies are written. */
type Cookies = { set(name: string, value: string, options: object): unknown };

/**
 * Trusts a device from now on. Only the transaction that starts a session calls this, after it compared the password
 * again. Otherwise a refused sign-in could leave a trusted device behind that outlives a password change. Returns the
 * secret, which `giveTrustCookie` gives to the browser after the commit.
 */
export async function trustDevice(
  db: Db,
  { userId, nowMs, ...device }: NewDevice & { userId: string; nowMs: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('trusted_device')
    .values({
      token_hash: sha256(token),
      user_id: userId,
      device_hash: device.hash,
      user_agent: device.userAgent.slice(0, 300),
      created_at: new Date(nowMs),
      last_used_at: new Date(nowMs),
      expires_at: new Date(nowMs + TRUSTED_SECONDS * 1000),
    })
    .execute();
  return token;
}

/** Sets the cookie that shows a trusted device. */
export function giveTrustCookie(site: CookieSite, cookies: Cookies, { userId, token }: TrustedBy): void {
  const options = { ...cookieOf(site), signed: false, overwrite: true, maxAge: TRUSTED_SECONDS * 1000 };
  cookies.set(trustCookieOf(site, userId), token, options);
}
type TrustedBy = { readonly userId: string; readonly token: string };

/** The cookie counts only with the fingerprint that it was given to. */
export async function isTrusted(
  db: Db,
  device: { token: string; userId: string; fingerprint: string; nowMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    update trusted_device set last_used_at = ${new Date(device.nowMs)}
    where token_hash = ${sha256(device.token)} and user_id = ${device.userId}
      and device_hash = ${sha256(device.fingerprint)} and expires_at > ${new Date(device.nowMs)}
    returning token_hash`.execute(db);
  return rows.length > 0;
}

/** From its next sign-in on every browser of this person needs a code. */
export const forgetDevicesOf = async (db: Db, userId: string): Promise<void> =>
  void (await sql`delete from trusted_device where user_id = ${userId}`.execute(db));
