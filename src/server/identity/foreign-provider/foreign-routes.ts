import type { FastifyInstance, FastifyReply } from 'fastify';
import { AuthorizationResponseError } from 'openid-client';
import type { Provider } from 'oidc-provider';
import { interactionPath } from '#contract/identity/interaction.ts';
import type { InteractionFailure } from '#contract/basics/choices.ts';
import { findForeignIdToken, findOrMakeUser } from '#server/identity/foreign-provider/foreign-identity.ts';
import {
  FOREIGN_CALLBACK,
  FOREIGN_SIGNED_OUT,
  isOutage,
  type ForeignProvider,
} from '#server/identity/foreign-provider/foreign-provider.ts';
import type { Identity } from '#server/identity/identity.ts';
import { findInteraction, finishInteraction, type Interaction } from '#server/identity/provider/interaction.ts';

const UID = /^[\w-]{20,64}$/;

/**
 * Where a foreign provider signs people in, our hosted page only leads there and back. The way back goes by the
 * interaction's own address, where its cookie is seen: who comes back is who went.
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
