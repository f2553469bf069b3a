import { useLocation } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import type { Role } from '#web/platform/session/session.ts';

/**
 * Where an auction's steps lead by themselves: who reads an open page (docs/rules.md#routes) stays on open pages. Links
 * that somebody follows lead into the own area.
 */
export function useAuctionPlaces(role: Role, id: string): { readonly room: string; readonly result: string } {
  const open = { room: paths.openAuction(id), result: paths.openAuctionResult(id) };
  // On its way to the result, too, the page is still an open one.
  const isOpen = useLocation({
    select: ({ pathname }) => pathname.startsWith(open.room) || pathname.startsWith(open.result),
  });
  return isOpen ? open : { room: paths.auction(role, id), result: paths.auctionResult(role, id) };
}
