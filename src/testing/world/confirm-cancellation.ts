import { CONFIRMATION_HEADER } from '#contract/basics/confirmation.ts';
import type { Route } from '#contract/basics/route.ts';
import type { Answer, CallInput, SignedIn, World } from '#testing/world/world.ts';

/**
 * Sends an edit that cancels sealed bids. The server refuses it and lists these bids. Then sends the edit again with
 * the confirmation from the refusal, as an administrator who agrees does.
 */
export async function confirmCancellation<R extends Route>(
  w: World,
  admin: SignedIn,
  route: R,
  input: CallInput<R>,
): Promise<Answer<R>> {
  const asked = await w.call(admin, route, input);
  if (asked.code !== 'bids_would_be_cancelled') throw new Error(`no bid would be cancelled: ${asked.code}`);
  return w.call(admin, route, { ...input, headers: { [CONFIRMATION_HEADER]: String(asked.params?.['confirmation']) } });
}
