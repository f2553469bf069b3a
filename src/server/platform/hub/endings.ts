import { HUB_TOKEN_SECONDS } from '#contract/bidding/room.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';

/** Milliseconds for which an ending is kept: the maximum age of a valid token, plus a margin for clock differences. */
const KEPT_MS = HUB_TOKEN_SECONDS * 1_000 + 5_000;

/**
 * Which connections were ended recently. A token for such a connection must not be accepted if it was issued before the
 * end.
 */
export type EndedConnections = {
  add(isMeant: (claims: HubClaims) => boolean): void;
  /**
   * `issuedAtMs` is on this process's monotonic clock. If it is too early, a valid token may be refused, which is safe:
   * the client then requests another token.
   */
  includes(claims: HubClaims, issuedAtMs: number): boolean;
};

export function createEndedConnections(): EndedConnections {
  let endings: { readonly isMeant: (claims: HubClaims) => boolean; readonly atMs: number }[] = [];
  return {
    add(isMeant) {
      const atMs = performance.now();
      endings = endings.filter((ending) => atMs - ending.atMs < KEPT_MS);
      endings.push({ isMeant, atMs });
    },
    includes: (claims, issuedAtMs) => endings.some(({ isMeant, atMs }) => atMs >= issuedAtMs && isMeant(claims)),
  };
}
