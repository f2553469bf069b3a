import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AuthorizationResponseError } from 'openid-client';
import type { Provider } from 'oidc-provider';
import { sql } from 'kysely';
import { interactionPath } from '#contract/identity/interaction.ts';
import type { InteractionFailure } from '#contract/basics/choices.ts';
import {
  FOREIGN_CALLBACK,
  FOREIGN_SIGNED_OUT,
  isOutage,
  type ForeignProvider,
  type ForeignPerson,
} from '#server/identity/foreign-provider/foreign-provider.ts';
import type { Identity } from '#server/identity/identity.ts';
import { findInteraction, finishInteraction, type Interaction } from '#server/identity/provider/interaction.ts';
import { judgeUsername, usernameKey } from '#domain/identity/username.ts';
import type { Db } from '#server/platform/database/database.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { findUserByEmail } from '#server/identity/user-rows.ts';

const UID = /^[\w-]{20,64}$/;

/**
 * Registers the routes of sign-in at a foreign provider. The callback redirects to the interaction's own path, because
 * the browser sends the interaction's cookie only to that path. The cookie proves that the same browser left and
 * returned.
 */
export function registerForeign(
  scope: FastifyInstance,
  parts: { identity: Identity; foreign: ForeignProvider; library: () => Provider },
): void {
  const { identity, foreign, library } = parts;
  scope.get<{ Querystring: Record<string, string> }>(FOREIGN_CALLBACK, async (request, reply) => {
    const uid = String(request.query.state).split('.')[0] ?? '';
    // For an unknown interaction, this page shows that the sign-in has expired.
    const page = interactionPath(UID.test(uid) ? uid : 'unknown');
    return reply.redirect(`${page}/foreign${new URL(request.url, identity.issuer).search}`, 303);
  });
  scope.get<{ Params: { uid: string } }>(`${interactionPath(':uid')}/foreign`, async (request, reply) => {
    const { uid } = request.params;
    const query = new URL(request.url, identity.issuer).searchParams;
    const interaction = await findInteraction(library(), request, reply).catch(() => undefined);
    if (!interaction || !query.get('state')?.startsWith(`${uid}.`)) return toPage(reply, uid);
    try {
      const person = await foreign.finish(query);
      const userId = await findOrMakeUser(identity, person);
      return reply.redirect(await finishInteraction(identity, interaction, { userId, amr: [] }), 303);
    } catch (thrown) {
      const isDenied = thrown instanceof AuthorizationResponseError && thrown.error === 'access_denied';
      if (!isDenied) request.log.warn({ err: thrown }, 'foreign provider: sign-in failed');
      return toPage(reply, uid, isDenied ? 'denied' : isOutage(thrown) ? 'unreachable' : 'refused');
    }
  });
  scope.get<{ Querystring: Record<string, string> }>(FOREIGN_SIGNED_OUT, async (request, reply) =>
    reply.redirect(openBack(identity, request.query.state) ?? `${identity.issuer}/logout`, 303),
  );
}

const toPage = (reply: FastifyReply, uid: string, failed?: InteractionFailure) =>
  reply.redirect(interactionPath(encodeURIComponent(uid)) + (failed ? `?failed=${failed}` : ''), 303);

/**
 * Redirects to the foreign provider. If the provider cannot be reached, redirects to our page, which shows the error.
 */
export async function redirectToForeignProvider(
  foreign: ForeignProvider,
  interaction: Interaction,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { uid, params, prompt } = interaction;
  const hint = params.login_hint;
  try {
    const purpose = {
      uid,
      // A person who must sign in again must do so at the foreign provider.
      mustSignIn: prompt.reasons.some((reason) => reason !== 'no_session'),
      loginHint: typeof hint === 'string' ? hint : undefined,
    };
    return reply.redirect((await foreign.begin(purpose)).href, 303);
  } catch (failure) {
    reply.log.warn({ err: failure }, 'foreign provider: sign-in failed');
    return toPage(reply, uid, 'unreachable');
  }
}

const BACK = 'signed-out ';

/**
 * Returns the address at which the browser also ends its session at the foreign provider. Returns `back` if the
 * provider does not support that. `back` is passed encrypted, so that nobody can forge it.
 */
export async function foreignSignOutUrl(identity: Identity, userId: string, back: string): Promise<string> {
  const idToken = identity.foreign && (await findForeignIdToken(identity, userId));
  if (!identity.foreign || idToken === undefined) return back;
  const away = await identity.foreign.signOut(idToken, identity.secret.seal(BACK + back)).catch(() => undefined);
  return away?.href ?? back;
}

function openBack({ secret }: Identity, state: string | undefined): string | undefined {
  try {
    const opened = secret.open(state ?? '');
    return opened.startsWith(BACK) ? opened.slice(BACK.length) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns our user for a person whom the foreign provider has signed in: a known user, a user with the same email
 * address, or a new user.
 */
async function findOrMakeUser(identity: Identity, person: ForeignPerson): Promise<string> {
  const { issuer, subject } = person;
  const idToken = identity.secret.seal(person.idToken);
  return identity.db.transaction().execute(async (db) => {
    // If a new person arrives in two requests at the same time, only one user is created.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`foreign:${issuer} ${subject}`}, 0))`.execute(db);
    const known = await sql<{ user_id: string }>`
      update foreign_identity set id_token = ${idToken}
      where issuer = ${issuer} and subject = ${subject} returning user_id`.execute(db);
    if (known.rows[0]) return known.rows[0].user_id;
    const userId = (await findSameByEmail(db, person)) ?? (await makeUser(db, person));
    await db.insertInto('foreign_identity').values({ issuer, subject, user_id: userId, id_token: idToken }).execute();
    return userId;
  });
}

/**
 * Returns the user's newest ID token from the foreign provider. Returns undefined if there is none, or if it was
 * encrypted with a secret that has been removed.
 */
async function findForeignIdToken({ db, secret }: Identity, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id_token: string }>`
    select id_token from foreign_identity where user_id = ${userId}`.execute(db);
  try {
    return rows[0] && secret.open(rows[0].id_token);
  } catch {
    return undefined;
  }
}

/**
 * Returns the user with this address, if both the provider and we have verified the address. Without our verification,
 * this user could be a stranger who typed the address here and knows the user's password. Returns no user who is
 * already linked to another subject of this provider: this is a different person, because mailboxes can get new owners.
 */
async function findSameByEmail(db: Db, { issuer, email }: ForeignPerson): Promise<string | undefined> {
  const user = email === undefined ? undefined : await findUserByEmail(db, email);
  if (!user?.isEmailProven) return undefined;
  const { rows } = await sql`
    select 1 from foreign_identity where user_id = ${user.id} and issuer = ${issuer}`.execute(db);
  return rows.length === 0 ? user.id : undefined;
}

/** Creates a user who can sign in only through the foreign provider, because nobody knows the user's password. */
async function makeUser(db: Db, { email, username }: ForeignPerson): Promise<string> {
  const id = randomUUID();
  const isFree = email !== undefined && !(await findUserByEmail(db, email));
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'));
  const wanted = username !== undefined && !judgeUsername(username) ? [username] : [];
  for (const name of [...wanted, madeUpName()]) {
    // No savepoint is needed, because a taken username causes no error here.
    const { rows } = await sql`
      insert into app_user (id, username, email, password_hash, email_proven_at)
      select ${id}, ${name}, ${isFree ? email : ''}, ${password_hash}, ${isFree ? sql`now()` : null}
      where not exists (select 1 from app_user where lower(username) = ${usernameKey(name)}) returning id`.execute(db);
    if (rows.length > 0) return id;
  }
  throw new Error('a generated username is taken');
}

/** Returns a valid username that is practically unique: 13 characters, of which ten are random. */
const madeUpName = (): string => `id-${randomBytes(5).toString('hex')}`;
