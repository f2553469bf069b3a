import { useLocation } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import type { Role } from '#web/platform/session/session.ts';

/**
 * Returns the paths to which the auction's pages redirect the reader. A reader of an open page (docs/rules.md#routes)
 * stays on open pages. A link that the reader clicks leads into the reader's own area.
 */
export function useAuctionPlaces(role: Role, id: string): { readonly room: string; readonly result: string } {
  const open = { room: paths.openAuction(id), result: paths.openAuctionResult(id) };
  // The result page that a redirect leads to is an open page too.
  const isOpen = useLocation({
    select: ({ pathname }) => pathname.startsWith(open.room) || pathname.startsWith(open.result),
  });
  return isOpen ? open : { room: paths.auction(role, id), result: paths.auctionResult(role, id) };
}
