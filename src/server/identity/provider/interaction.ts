import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { Refused } from '#server/platform/http/refused.ts';
import type { Identity } from '#server/identity/identity.ts';
import type { NewDevice } from '#server/identity/session/trusted-device.ts';
import { endSessionOfUser, passwordKey } from '#server/identity/session/user-session.ts';
import { needsTwoFactorSetup } from '#domain/identity/notification-method.ts';
import { findUser, codeChannelsOf } from '#server/identity/user-rows.ts';
import { errors, interactionPolicy } from '#server/identity/provider/provider-library.ts';

/** One sign-in that a client requested and that is in progress in the OpenID library. */
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/**
 * Returns the interaction of a request. The request's path and cookie must name the same interaction, so that no other
 * browser can continue or finish it.
 * @throws Refused interaction_expired; also if the interaction is finished, or if a newer sign-in ended its session
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

/** Signs a user in. Returns the address that leads the browser through the library back to the client. */
export async function finishInteraction(
  identity: Identity,
  interaction: Interaction,
  { userId, amr, passwordHash, device }: Proven,
): Promise<string> {
  const before = interaction.session?.accountId;
  if (before !== undefined && before !== userId) {
    // Otherwise the library would show its own page, which signs the previous user out with a script.
    await endSessionOfUser(identity, before);
    interaction.session = undefined;
  }
  const openedBy = passwordHash === undefined ? undefined : passwordKey(passwordHash);
  interaction.result = { login: { accountId: userId, amr }, openedBy, device };
  await interaction.persist();
  return interaction.returnTo;
}

/** Name of the prompt in which a user sets up a phone, if the user must have one. */
export const PHONE_PROMPT = 'phone';

/** Maximum age of a sign-in, in seconds, when a user sets up a phone. An older session is not enough for this. */
const SIGN_IN_SECONDS_MAX = 15 * 60;

/**
 * Returns the library's own prompts and our prompt for a phone. Our prompt comes after the sign-in, if a phone is
 * required and missing (docs/rules.md#sign-in), also after a sign-in at a foreign provider.
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
  return user !== undefined && needsTwoFactorSetup(codeChannelsOf(config, user));
}
