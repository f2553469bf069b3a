import { useLocation } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import type { Role } from '#web/platform/session/session.ts';

/**
 * Returns the paths that the auction's pages lead to by themselves. A reader of an open page (docs/rules.md#routes)
 * stays on open pages. Links that the reader clicks lead into the own area.
 */
export function useAuctionPlaces(role: Role, id: string): { readonly room: string; readonly result: string } {
  const open = { room: paths.openAuction(id), result: paths.openAuctionResult(id) };
  // The page on the way to the result is also an open one.
  const isOpen = useLocation({
    select: ({ pathname }) => pathname.startsWith(open.room) || pathname.startsWith(open.result),
  });
  return isOpen ? open : { room: paths.auction(role, id), result: paths.auctionResult(role, id) };
}
