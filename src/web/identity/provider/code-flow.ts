import { env } from '#web/platform/page/env.ts';
import { keepTokens } from '#web/platform/session/session.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';
import { SignInFailed } from '#web/identity/provider/sign-in-failed.ts';
import type { Begun } from '#web/identity/provider/code-exchange.ts';

const isBegun = (value: unknown): value is Begun =>
  typeof value === 'object' &&
  value !== null &&
  ['state', 'nonce', 'verifier'].every((part) => typeof (value as Record<string, unknown>)[part] === 'string');

/**
 * Leaves for the provider's sign-in. What proves afterwards that this tab began it stays here. The page is replaced, so
 * that going back leads to where the person was before.
 */
export async function leaveForProvider(target: string | undefined): Promise<void> {
  const { issuer } = env();
  // Only pages of the issuer's own origin may come back: another name of this server hands over to it.
  if (new URL(issuer).origin !== location.origin) {
    location.replace(issuer + location.pathname + location.search);
    return;
  }
  const { begin } = await import('#web/identity/provider/code-exchange.ts');
  const { begun, address } = await begin(target);
  keep('signIn', begun satisfies Begun);
  location.replace(address);
}

const underWay = new Map<string, Promise<string | undefined>>();

/**
 * Back from the provider: exchanges the code for tokens and gives where the person wanted to go. Once for each address,
 * however often the router asks; an address that this tab didn't ask for is refused.
 */
export function finishSignIn(search: string): Promise<string | undefined> {
  const before = underWay.get(search);
  if (before) return before;
  const finishing = finish(new URLSearchParams(search));
  underWay.set(search, finishing);
  return finishing;
}

/** Each beginning has one end: what comes a second time finds nothing. */
function takeBegun(): Begun | undefined {
  const begun = readStored('signIn', isBegun);
  keep('signIn', undefined);
  return begun;
}

async function finish(answered: URLSearchParams): Promise<string | undefined> {
  // Loaded first: where it can't be, what this tab remembers is still there for the next try.
  const { exchange } = await import('#web/identity/provider/code-exchange.ts');
  const begun = takeBegun();
  if (!begun || answered.get('state') !== begun.state) throw new SignInFailed('lost');
  keepTokens(await exchange(answered, begun));
  return begun.target;
}
