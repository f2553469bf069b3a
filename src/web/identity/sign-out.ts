import type { QueryClient } from '@tanstack/react-query';
import { env } from '#web/platform/env.ts';
import { forgetSession, readTokens } from '#web/platform/session.ts';
import { identityUrl } from '#web/platform/tokens.ts';

/** Ends the session here and, as far as it can be reached, at the identity service; never fails. */
export async function signOut(queryClient: QueryClient): Promise<void> {
  const tokens = readTokens();
  forgetSession();
  queryClient.clear();
  if (!tokens?.refreshToken) return;
  const form = { token: tokens.refreshToken, token_type_hint: 'refresh_token', client_id: env().clientId };
  await fetch(identityUrl('/connect/revocation'), {
    method: 'POST',
    body: new URLSearchParams(form),
    keepalive: true,
  }).catch(() => undefined);
}
