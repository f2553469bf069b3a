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
 * Sign-in at a foreign provider. The callback redirects to the interaction's own path, because only there the browser
 * sends its cookie: so the person who returns is the one who left.
 */
export function registerForeign(
  scope: FastifyInstance,
  parts: { identity: Identity; foreign: ForeignProvider; library: () => Provider },
): void {
  const { identity, foreign, library } = parts;
  scope.get<{ Querystring: Record<string, string> }>(FOREIGN_CALLBACK, async (request, reply) => {
    const uid = String(request.query.state).split('.')[0] ?? '';
    // An unknown one is told there that it has expired.
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
      if (!isDenied) request.log.warn({ err: thrown }, 'foreign provider');
      return toPage(reply, uid, isDenied ? 'denied' : isOutage(thrown) ? 'unreachable' : 'refused');
    }
  });
  scope.get<{ Querystring: Record<string, string> }>(FOREIGN_SIGNED_OUT, async (request, reply) =>
    reply.redirect(openBack(identity, request.query.state) ?? `${identity.issuer}/logout`, 303),
  );
}

const toPage = (reply: FastifyReply, uid: string, failed?: InteractionFailure) =>
  reply.redirect(interactionPath(encodeURIComponent(uid)) + (failed ? `?failed=${failed}` : ''), 303);

/** On to the foreign provider; to our page, which says so, where it can't be reached. */
export async function leadToForeign(
  foreign: ForeignProvider,
  interaction: Interaction,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { uid, params, prompt } = interaction;
  const hint = params.login_hint;
  try {
    const purpose = {
      uid,
      // Whoever must prove again to be there must do so over there.
      mustSignIn: prompt.reasons.some((reason) => reason !== 'no_session'),
      loginHint: typeof hint === 'string' ? hint : undefined,
    };
    return reply.redirect((await foreign.begin(purpose)).href, 303);
  } catch (failure) {
    reply.log.warn({ err: failure }, 'foreign provider');
    return toPage(reply, uid, 'unreachable');
  }
}

const BACK = 'signed-out ';

/** By way of the foreign provider, whose session is to end as well, where it can; sealed, so that nobody makes one up. */
export async function viaForeignSignOut(identity: Identity, userId: string, back: string): Promise<string> {
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

/** Our user for somebody whom the foreign provider has signed in: known from before, the same by e-mail, or new. */
async function findOrMakeUser(identity: Identity, person: ForeignPerson): Promise<string> {
  const { issuer, subject } = person;
  const idToken = identity.secret.seal(person.idToken);
  return identity.db.transaction().execute(async (db) => {
    // Somebody who comes for the first time, twice at once, is made once.
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

/** The newest id token of this user's at the foreign provider; undefined also where it was sealed by a secret that is gone. */
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
 * Both sides must have proven the address. One that somebody only typed here would hand its owner an account that
 * another holds the password of. Whom the provider knows already by another subject is somebody else, too: mailboxes get
 * new owners.
 */
async function findSameByEmail(db: Db, { issuer, email }: ForeignPerson): Promise<string | undefined> {
  const user = email === undefined ? undefined : await findUserByEmail(db, email);
  if (!user?.isEmailProven) return undefined;
  const { rows } = await sql`
    select 1 from foreign_identity where user_id = ${user.id} and issuer = ${issuer}`.execute(db);
  return rows.length === 0 ? user.id : undefined;
}

/** Nobody knows the new user's password: there is no way in but by the foreign provider. */
async function makeUser(db: Db, { email, username }: ForeignPerson): Promise<string> {
  const id = randomUUID();
  const isFree = email !== undefined && !(await findUserByEmail(db, email));
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'));
  const wanted = username !== undefined && !judgeUsername(username) ? [username] : [];
  for (const name of [...wanted, madeUpName()]) {
    // A savepoint isn't needed: a username that is taken is no error here.
    const { rows } = await sql`
      insert into app_user (id, username, email, password_hash, email_proven_at)
      select ${id}, ${name}, ${isFree ? email : ''}, ${password_hash}, ${isFree ? sql`now()` : null}
      where not exists (select 1 from app_user where lower(username) = ${usernameKey(name)}) returning id`.execute(db);
    if (rows.length > 0) return id;
  }
  throw new Error('a made-up username was taken');
}

/** Legal and as good as unique: 13 characters, of which ten say nothing. */
const madeUpName = (): string => `id-${randomBytes(5).toString('hex')}`;
