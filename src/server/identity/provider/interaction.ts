import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, interactionPolicy, type Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { Refused } from '#server/platform/http/refused.ts';
import type { Identity } from '#server/identity/identity.ts';
import type { NewDevice } from '#server/identity/session/trusted-device.ts';
import { endSessionOfUser, passwordKey } from '#server/identity/session/user-session.ts';
import { needsTwoFactorSetup } from '#domain/identity/notification-method.ts';
import { findUser, reachOf } from '#server/identity/user-rows.ts';

/** One sign-in under way at the OpenID library, asked for by a client. */
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/**
 * The interaction that a request's address names, where its cookie names it too: what one browser began, no other can
 * carry on or finish. Also refused: one that is over, or whose session a newer sign-in ended.
 */
export async function findInteraction(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction> {
  const { uid } = request.params as { uid: string };
  try {
    const found = await provider.interactionDetails(request.raw, reply.raw);
    if (found.uid === uid && found.result === undefined) return found;
  } catch (thrown) {
    if (!(thrown instanceof errors.SessionNotFound)) throw thrown;
  }
  throw new Refused('interaction_expired');
}

type Proven = {
  readonly userId: string;
  readonly amr: string[];
  readonly passwordHash?: string;
  /** A device to trust as soon as the session starts. */
  readonly device?: NewDevice | undefined;
};

/** Signs a user in; gives the address that leads the browser back, by way of the library, to the client. */
export async function finishInteraction(
  identity: Identity,
  interaction: Interaction,
  { userId, amr, passwordHash, device }: Proven,
): Promise<string> {
  const before = interaction.session?.accountId;
  if (before !== undefined && before !== userId) {
    // Somebody else was signed in here: the library would sign them out on a page of its own, by a script.
    await endSessionOfUser(identity, before);
    interaction.session = undefined;
  }
  const openedBy = passwordHash === undefined ? undefined : passwordKey(passwordHash);
  interaction.result = { login: { accountId: userId, amr }, openedBy, device };
  await interaction.persist();
  return interaction.returnTo;
}

/** Name of the interaction in which a user who must have a phone sets one up. */
export const PHONE_PROMPT = 'phone';

/** An older sign-in must be repeated before it may set up a phone: a session alone must not. */
const SIGN_IN_SECONDS_MAX = 15 * 60;

/**
 * Returns what the library asks a person for: its own prompts, and after the sign-in, ours or a foreign provider's, a
 * phone where one is required and there is none (docs/rules.md#sign-in).
 */
export function promptsOf(identity: Identity): NonNullable<Configuration['interactions']>['policy'] {
  const { Check, Prompt, base } = interactionPolicy;
  const prompts = base();
  const lacksPhone = ({ oidc }: KoaContextWithOIDC) => needsPhone(identity, oidc.session?.accountId);
  const isOld = ({ oidc }: KoaContextWithOIDC): boolean =>
    oidc.result?.login === undefined && oidc.session?.past(SIGN_IN_SECONDS_MAX) === true;
  const signInAgain = async (ctx: KoaContextWithOIDC) => isOld(ctx) && lacksPhone(ctx);
  prompts.get('login')?.checks.add(new Check('phone_required', 'sign in again to set up a phone', signInAgain));
  prompts.add(new Prompt({ name: PHONE_PROMPT }, new Check('phone_required', 'a phone is required', lacksPhone)), 1);
  return prompts;
}

async function needsPhone({ db, config }: Identity, userId: string | undefined): Promise<boolean> {
  if (!config.FLAG_SMS_REQUIRED || userId === undefined) return false;
  const user = await findUser(db, userId);
  return user !== undefined && needsTwoFactorSetup(reachOf(config, user));
}
