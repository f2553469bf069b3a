import type { QueryClient } from '@tanstack/react-query';
import { paths, SIGNED_OUT } from '#web/paths.ts';
import { env } from '#web/platform/page/env.ts';
import { clearSession, readTokens } from '#web/platform/session/session.ts';
import { endSession } from '#web/platform/session/tokens.ts';
import { discardAllInput } from '#web/platform/storage/saved-input.ts';

/** Ends the session and clears all data that was loaded in it. */
export async function signOut(queryClient: QueryClient): Promise<void> {
  discardAllInput();
  const ended = endSession();
  queryClient.clear();
  await ended;
}

/**
 * Variant GLOBAL: clears the tokens and redirects to the provider. The provider ends its own session, which it finds by
 * the id token, and redirects to the page that confirms the sign-out (docs/rules.md#sign-in). Returns false if nobody
 * is signed in.
 */
export function signOutAtProvider(queryClient: QueryClient): boolean {
  const tokens = readTokens();
  discardAllInput();
  clearSession();
  queryClient.clear();
  if (!tokens) return false;
  const { issuer, clientId } = env();
  const request = new URLSearchParams({
    client_id: clientId,
    post_logout_redirect_uri: issuer + paths.logout,
    state: SIGNED_OUT,
    ...(tokens.idToken && { id_token_hint: tokens.idToken }),
  });
  location.replace(`${issuer}/connect/endsession?${request.toString()}`);
  return true;
}
