import { env } from '#web/platform/page/env.ts';
import { keepTokens } from '#web/platform/session/session.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';
import { SignInFailed } from '#web/identity/provider/sign-in-failed.ts';
import type { PendingAuthorization } from '#web/identity/provider/authorization-code-exchange.ts';

/** Returns whether the stored value is the state of a started sign-in. */
const isPendingAuthorization = (value: unknown): value is PendingAuthorization =>
  typeof value === 'object' &&
  value !== null &&
  ['state', 'nonce', 'verifier'].every((part) => typeof (value as Record<string, unknown>)[part] === 'string');

/**
 * Redirects to the provider's sign-in. This tab stores the proof that it started the sign-in. The redirect replaces the
 * current page in the browser's history, so "back" leads to the previous page.
 */
export async function redirectToProvider(target: string | undefined): Promise<void> {
  const { issuer } = env();
  // The provider returns only to the issuer's own origin, so other host names of this server redirect there first.
  if (new URL(issuer).origin !== location.origin) {
    location.replace(issuer + location.pathname + location.search);
    return;
  }
  const { beginAuthorization: begin } = await import('#web/identity/provider/authorization-code-exchange.ts');
  const { begun, address } = await begin(target);
  keep('signIn', begun satisfies PendingAuthorization);
  location.replace(address);
}

const underWay = new Map<string, Promise<string | undefined>>();

/**
 * Finishes a sign-in after the redirect from the provider: exchanges the authorization code for tokens. Resolves to the
 * page that the person wanted. Runs once for each address, however often the router calls it.
 * @throws SignInFailed `lost` if this tab did not start the sign-in
 */
export function finishSignIn(search: string): Promise<string | undefined> {
  const before = underWay.get(search);
  if (before) return before;
  const finishing = finish(new URLSearchParams(search));
  underWay.set(search, finishing);
  return finishing;
}

/** Removes and returns the stored state, so that each sign-in can be finished only once. */
function takePendingAuthorization(): PendingAuthorization | undefined {
  const begun = readStored('signIn', isPendingAuthorization);
  keep('signIn', undefined);
  return begun;
}

/** Exchanges the authorization code, if this tab started the sign-in. */
async function finish(answered: URLSearchParams): Promise<string | undefined> {
  // The module is loaded first. If this fails, the stored state remains for the next attempt.
  const { exchangeAuthorizationCode: exchange } = await import('#web/identity/provider/authorization-code-exchange.ts');
  const begun = takePendingAuthorization();
  if (!begun || answered.get('state') !== begun.state) throw new SignInFailed('lost');
  keepTokens(await exchange(answered, begun));
  return begun.target;
}
