import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { isHttps, type Config } from '#server/platform/config/config.ts';
import { cookieDomain } from '#server/platform/config/config-cookies.ts';

/** The settings that determine the name, domain and security of cookies. */
type CookieSite = { readonly issuer: string; readonly config: Config };

/**
 * Returns the name of a cookie. Browsers accept a cookie with the prefix `__Secure-` over HTTPS only. So an attacker on
 * the network cannot set such a cookie.
 */
export const cookieName = ({ issuer }: Pick<CookieSite, 'issuer'>, name: string): string =>
  `${isHttps(issuer) ? '__Secure-' : ''}greenlot_${name}`;

/**
 * Returns the options of the session cookie and of the cookies of trusted devices, which all outlive a visit. Browsers
 * send these cookies only to the identity service's paths. In variant GLOBAL the cookies apply to the whole domain
 * (docs/rules.md#browser-storage).
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
 * Returns a `Cookie` header with only the last cookie of each name. A browser may still have an old cookie for the host
 * alone beside the newer cookie for the whole domain. The browser sends the old cookie first.
 */
export function newestCookies(header: string): string {
  const byName = new Map(header.split(/; */).map((cookie) => [cookie.split('=', 1)[0], cookie]));
  return [...byName.values()].join('; ');
}

/** Seconds for which a device is trusted after a one-time code was entered on it (docs/rules.md#trusted-devices). */
const TRUSTED_SECONDS = 30 * 24 * 60 * 60;

/** A device that the user wants to trust. `hash` is the hash of the device's fingerprint. */
export type NewDevice = { readonly hash: string; readonly userAgent: string };

/**
 * Returns the name of the cookie with which a user trusts a browser. Several people may trust one browser, so each user
 * has a cookie. The name contains a hash, so it does not reveal the user.
 */
export const trustCookieOf = (site: Pick<CookieSite, 'issuer'>, userId: string): string =>
  cookieName(site, `device_${sha256(`trusted:${userId}`).slice(0, 16)}`);

/** Writes the cookies of a response. */
type Cookies = { set(name: string, value: string, options: object): unknown };

/**
 * Makes a device trusted. Call this only in the transaction that starts a session, after this transaction has compared
 * the password again. Otherwise a refused sign-in could create a trusted device that survives a password change.
 * Returns the secret of the cookie. `giveTrustCookie` gives this secret to the browser after the commit.
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

/** Sets the cookie that identifies a trusted device. */
export function giveTrustCookie(site: CookieSite, cookies: Cookies, { userId, token }: TrustedBy): void {
  const options = { ...cookieOf(site), signed: false, overwrite: true, maxAge: TRUSTED_SECONDS * 1000 };
  cookies.set(trustCookieOf(site, userId), token, options);
}
type TrustedBy = { readonly userId: string; readonly token: string };

/**
 * Returns whether a device is trusted, and records its use. The cookie counts only with the fingerprint for which it
 * was set.
 */
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

/** Removes all trusted devices of a person, so that the next sign-in in every browser needs a one-time code. */
export const removeDevicesOf = async (db: Db, userId: string): Promise<void> =>
  void (await sql`delete from trusted_device where user_id = ${userId}`.execute(db));
