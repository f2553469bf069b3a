import type { ConductView } from '#contract/bidding/conduct.ts';
import type { Conduct } from '#domain/auction/conduct.ts';
import { latestEndMs, type EndTerms } from '#domain/auction/soft-close.ts';

/** What is told of an auction's conduct: everything but who of the admins it was. */
export function presentConduct(
  end: EndTerms,
  { last, isClosed }: { readonly last: Conduct['last']; readonly isClosed: boolean },
): { extensions: number; latestEndTime: string; conduct: ConductView | null } {
  const latestMs = isClosed ? end.auctionEndsAtMs : latestEndMs(end);
  const told = { extensions: end.conduct.extensions, latestEndTime: new Date(latestMs).toISOString() };
  if (!last) return { ...told, conduct: null };
  const { kind, by, at, until, reason } = last;
  return { ...told, conduct: { kind, by, at, until, reason } };
}
