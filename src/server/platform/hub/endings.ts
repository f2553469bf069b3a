import { HUB_TOKEN_SECONDS } from '#contract/bidding/room.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';

/** The oldest token that may still be redeemed, and a little for the clocks. */
const KEPT_MS = HUB_TOKEN_SECONDS * 1_000 + 5_000;

/** Whose connections were ended lately: a token that was issued before must not open the door again. */
export type Endings = {
  add(isMeant: (claims: HubClaims) => boolean): void;
  /** `issuedAtMs` on this process's monotonic clock; too early is safe, the client then asks for another token. */
  concern(claims: HubClaims, issuedAtMs: number): boolean;
};

export function createEndings(): Endings {
  let endings: { readonly isMeant: (claims: HubClaims) => boolean; readonly atMs: number }[] = [];
  return {
    add(isMeant) {
      const atMs = performance.now();
      endings = endings.filter((ending) => atMs - ending.atMs < KEPT_MS);
      endings.push({ isMeant, atMs });
    },
    concern: (claims, issuedAtMs) => endings.some(({ isMeant, atMs }) => atMs >= issuedAtMs && isMeant(claims)),
  };
}
