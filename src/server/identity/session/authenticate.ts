import { createLocalJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { sql, type RawBuilder } from 'kysely';
import { fitsVariant } from '#domain/identity/role-name.ts';
import type { Authenticate, Caller } from '#server/platform/http/caller.ts';
import { PREPARED } from '#server/platform/database/database.ts';
import { CLIENT_ID, type Config } from '#server/platform/config/config.ts';
import { createBatchLoader } from '#server/platform/runtime/batch-loader.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { API_SCOPE, CONSENT_KEY, mayAskForApi } from '#server/identity/provider/client-consent.ts';
import type { Identity } from '#server/identity/identity.ts';
import { SIGNING_ALGORITHM } from '#server/identity/session/signing-keys.ts';
import { findTicket } from '#server/identity/sign-in/ticket.ts';
import { SESSION_SECONDS } from '#server/identity/session/user-session.ts';

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/**
 * Returns a function that verifies access tokens in this process. It then reads the user and the session, in one query
 * for all requests that arrive together. If a newer sign-in ended the session, the error says so even if the token has
 * also expired, so that the person learns of that sign-in.
 * Tokens of other applications are accepted only with `takesOthers`, and only if both the operator and the person
 * allowed the application (decision 85).
 */
export function createAuthenticate(
  identity: Identity,
  { takesOthers = false }: { takesOthers?: boolean } = {},
): Authenticate {
  const { VARIANT } = identity.config;
  const isGlobal = VARIANT === 'GLOBAL';
  const verify = rememberVerified(identity, createVerify(identity));
  const readCaller = createBatchLoader((userIds: readonly string[]) => readCallers(identity, userIds));
  return async (authorization) => {
    const token = BEARER.exec(authorization ?? '')?.[1];
    if (!token) throw new Refused('not_signed_in');
    const { userId, sessionId, expiresAtMs, clientId, scopes, consent } = await verify(token);
    const isOwn = clientId === CLIENT_ID;
    if (!isOwn && !(takesOthers && scopes.includes(API_SCOPE) && mayAskForApi(identity.config, clientId)))
      throw new Refused('not_signed_in');
    const nowMs = identity.clock.nowMs();
    const row = await readCaller(userId);
    if (!isOwn && (consent === undefined || row?.consents[clientId] !== consent)) throw new Refused('not_signed_in');
    if (!row?.is_authorized) throw new Refused(isGlobal ? 'unauthorized_access' : 'session_revoked');
    if (!fitsVariant(row.caller.roleName, VARIANT)) throw new Refused('invalid_role');
    if (row.session_id === null || (row.session_ends_at?.getTime() ?? 0) <= nowMs) throw new Refused('session_revoked');
    if (row.session_id !== sessionId) throw new Refused('logged_in_on_different_device');
    if (expiresAtMs <= nowMs) throw new Refused('token_expired');
    return { ...row.caller, sessionId, ...(!isOwn && { clientId }) };
  };
}

/**
 * Returns a function that also accepts `Setup <secret>`: the ticket of a person who must set up a phone before signing
 * in. A caller with a ticket has no session. Use it only for the calls of the setup.
 */
export function acceptSetup(identity: Identity, authenticate: Authenticate): Authenticate {
  const { db, clock } = identity;
  return async (authorization, fingerprint = '') => {
    const secret = /^Setup ([\w-]+)$/.exec(authorization ?? '')?.[1];
    if (!secret) return authenticate(authorization);
    const ticket = await findTicket(db, { purpose: 'two_factor_setup', secret, fingerprint }, clock.nowMs());
    const row = ticket && (await readCallers(identity, [ticket.userId])).get(ticket.userId);
    if (!row) throw new Refused('not_signed_in');
    return { ...row.caller, sessionId: '' };
  };
}

/**
 * Returns a person as a caller without a session, for a link that acts for the person. Undefined if the person may not
 * sign in.
 */
export async function readPerson(
  identity: Pick<Identity, 'db' | 'config'>,
  userId: string,
): Promise<Caller | undefined> {
  const row = (await readCallers(identity, [userId])).get(userId);
  const maySignIn = row?.is_authorized && fitsVariant(row.caller.roleName, identity.config.VARIANT);
  return maySignIn ? { ...row.caller, sessionId: '' } : undefined;
}

type Verified = ReturnType<typeof claimsOf>;

function createVerify({ keys, issuer, audience, clock }: Identity): (token: string) => Promise<Verified> {
  const keySet = () => createLocalJWKSet({ keys: [...keys.publicKeys] });
  let publicKeys = keySet();
  keys.onChanged(() => (publicKeys = keySet()));
  const verify = (token: string) =>
    jwtVerify(token, publicKeys, {
      issuer,
      audience,
      typ: 'at+jwt',
      algorithms: [SIGNING_ALGORITHM],
      requiredClaims: ['sub', 'sid', 'exp', 'client_id'],
      currentDate: new Date(clock.nowMs()),
      // An expired token passes here for as long as a session can last. Its expiry is checked later, after the session.
      clockTolerance: SESSION_SECONDS,
    });
  return async (token) => {
    const verified = verify(token).catch(async (fault: unknown) => {
      if (!(fault instanceof errors.JWKSNoMatchingKey)) throw fault;
      // Another process may sign with a key that this process does not know yet.
      await keys.refresh();
      return verify(token);
    });
    const { payload } = await verified.catch(() => {
      throw new Refused('not_signed_in');
    });
    return claimsOf(payload);
  };
}

/** Maximum number of verified tokens that are kept. Session and expiry are still checked on every request. */
const TOKENS_MAX = 10_000;

/**
 * Returns `verify` with a cache of verified tokens, because checking a signature costs more than the rest of a request.
 * A cached result is valid as long as the signing key.
 */
function rememberVerified(
  { keys }: Identity,
  verify: (token: string) => Promise<Verified>,
): (token: string) => Promise<Verified> {
  const known = new Map<string, Verified>();
  // A token must not stay valid after its key was removed.
  keys.onChanged(() => known.clear());
  return async (token) => {
    const before = known.get(token);
    if (before) return before;
    const verified = await verify(token);
    const [oldest] = known.size >= TOKENS_MAX ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(token, verified);
    return verified;
  };
}

const claimsOf = ({ sub, sid, exp, client_id: clientId, scope, consent }: JWTPayload) => ({
  userId: String(sub),
  sessionId: String(sid),
  expiresAtMs: Number(exp) * 1000,
  clientId: String(clientId),
  scopes: typeof scope === 'string' ? scope.split(' ') : [],
  /** The consent under which the token of another application was issued; undefined for our own tokens. */
  consent: typeof consent === 'string' ? consent : undefined,
});

type CallerRow = {
  caller: Omit<Caller, 'sessionId'>;
  session_id: string | null;
  session_ends_at: Date | null;
  is_authorized: boolean;
  /** The keys of the person's consents, by the client id of the application that may act for the person. */
  consents: Readonly<Record<string, string>>;
};

async function readCallers(
  { db, config }: Pick<Identity, 'db' | 'config'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, CallerRow>> {
  const { rows } = await sql<CallerRow>`${PREPARED}
    select s.session_id, s.expires_at as session_ends_at, ${isAuthorized(config)} as is_authorized,
      json_build_object('userId', u.id, 'username', u.username, 'email', u.email,
        'roleName', u.role_name, 'role', u.auction_user_role, 'adminRoles', coalesce(u.admin_roles, '{}'),
        'accounts', coalesce((select json_agg(json_build_object('id', a.id, 'companyName', a.company_name,
            'englishCompanyName', a.english_company_name, 'country', a.country,
            'status', a.status, 'role', m.role) order by a.company_name, a.id)
          from account_member m join account a on a.id = m.account_id where m.user_id = u.id), '[]')) as caller,
      coalesce((select json_object_agg(consent.client_id, ${CONSENT_KEY})
        from client_consent consent where consent.user_id = u.id), '{}') as consents
    from app_user u left join user_session s on s.user_id = u.id where u.id = any(${userIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.caller.userId, row]));
}

/**
 * Returns SQL for whether the user may still sign in. The user must not be erased. If a foreign provider signs people
 * in, the user must be known to this provider. So a session ends if it began before the provider was configured, or at
 * another provider.
 */
const isAuthorized = ({ OIDC_ISSUER }: Pick<Config, 'OIDC_ISSUER'>): RawBuilder<unknown> =>
  OIDC_ISSUER === undefined
    ? sql`u.erased_at is null`
    : sql`(u.erased_at is null and exists (
        select 1 from foreign_identity f
        where f.user_id = u.id and rtrim(f.issuer, '/') = ${OIDC_ISSUER.replace(/\/+$/, '')}))`;
