import { interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { needsTwoFactorSetup } from '#domain/identity/notification-method.ts';
import type { Identity } from '#server/identity/identity.ts';
import { findUser, reachOf } from '#server/identity/user-rows.ts';

/** Name of the interaction in which a user who must have a phone sets one up. */
export const PHONE_PROMPT = 'phone';

/** An older sign-in must be repeated before it may set up a phone: a session alone must not. */
const SIGN_IN_SECONDS_MAX = 15 * 60;

/**
 * Returns what the library asks a person for: its own prompts, and after the sign-in, ours or a foreign provider's, a phone
 * where one is required and there is none (rules 6).
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
