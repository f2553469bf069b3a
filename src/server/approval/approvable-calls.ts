import { releaseRecs } from '#contract/award/release.ts';
import type { Route } from '#contract/basics/route.ts';
import { annulAuction } from '#contract/bidding/conduct.ts';
import { blacklistAccount } from '#contract/company/company.ts';
import { takeSettlementStep } from '#contract/settlement/settlement.ts';
import type { ApprovalAct } from '#domain/access/approval.ts';
import type { Area } from '#domain/automation/scope.ts';
import type { SettlementStep } from '#domain/settlement/tracks.ts';

/** A call that may need the approval of a second administrator. */
type ApprovableCall = {
  readonly act: ApprovalAct;
  /** The area that the roles of both administrators must cover. */
  readonly area: Area;
  /** Whether the body makes the act. Left out if every call does. */
  readonly isAct?: (body: unknown) => boolean;
};

/** Steps that release a trade: its RECs go back to the seller, or to the next bid. */
const RELEASING: ReadonlySet<unknown> = new Set<SettlementStep>(['release', 'cancel', 'offerNext', 'endOffers']);

const CALLS: ReadonlyMap<Route, ApprovableCall> = new Map<Route, ApprovableCall>([
  [annulAuction, { act: 'annul', area: 'auctions' }],
  [releaseRecs, { act: 'release', area: 'auctions' }],
  [
    takeSettlementStep,
    {
      act: 'release',
      area: 'settlement',
      isAct: (body) => RELEASING.has((body as { readonly step?: unknown }).step),
    },
  ],
  [blacklistAccount, { act: 'blacklist', area: 'companies' }],
]);

/** Returns the act that a call makes, if the platform can require an approval for it. */
export function approvableCall(route: Route, body: unknown): ApprovableCall | undefined {
  const call = CALLS.get(route);
  return call?.isAct && !call.isAct(body) ? undefined : call;
}

/** The name of an operation in the database and in the audit trail: its method and path. */
export const nameOfOperation = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

const BY_NAME: ReadonlyMap<string, ApprovableCall> = new Map(
  [...CALLS].map(([route, call]) => [nameOfOperation(route), call]),
);

/** Returns the area of a stored request. Undefined for an operation that this release does not have. */
export const areaOfRequest = (operation: string): Area | undefined => BY_NAME.get(operation)?.area;
