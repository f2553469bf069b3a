import * as approvals from '#contract/approval.ts';
import * as auctions from '#contract/auction/auction.ts';
import * as auctionCalendar from '#contract/auction/calendar-view.ts';
import * as changeRequests from '#contract/auction/change-request.ts';
import * as auctionImages from '#contract/auction/image.ts';
import * as audit from '#contract/audit.ts';
import * as awards from '#contract/award/award.ts';
import * as records from '#contract/award/record.ts';
import * as releases from '#contract/award/release.ts';
import type { Route } from '#contract/basics/route.ts';
import * as bidders from '#contract/bidder/bidder.ts';
import * as notifications from '#contract/bidder/notification.ts';
import * as relatedBidders from '#contract/bidder/related-bidder.ts';
import * as bidding from '#contract/bidding/bidding.ts';
import * as conduct from '#contract/bidding/conduct.ts';
import * as rooms from '#contract/bidding/room.ts';
import * as backings from '#contract/certificate/backing.ts';
import * as certificateFiles from '#contract/certificate/certificate-file.ts';
import * as devices from '#contract/certificate/device.ts';
import * as lots from '#contract/certificate/lot.ts';
import * as claims from '#contract/claim/claim.ts';
import * as claimsReports from '#contract/claim/claims-report.ts';
import * as retireLists from '#contract/claim/retire-list.ts';
import * as companyImports from '#contract/company/company-import.ts';
import * as companies from '#contract/company/company.ts';
import * as registrations from '#contract/company/registration.ts';
import * as deletions from '#contract/deletion.ts';
import { uploadEvidence } from '#contract/evidence.ts';
import * as health from '#contract/health.ts';
import * as beneficiaryImports from '#contract/holding/beneficiary-import.ts';
import * as beneficiaries from '#contract/holding/beneficiary.ts';
import * as holdings from '#contract/holding/holding.ts';
import * as imports from '#contract/import/import.ts';
import * as retirements from '#contract/holding/retirement.ts';
import { listOwnAccounts } from '#contract/identity/identity.ts';
import * as billing from '#contract/invoice/billing.ts';
import * as invoices from '#contract/invoice/invoice.ts';
import * as buyOrderHistory from '#contract/marketplace/buy-order-history.ts';
import * as buyOrders from '#contract/marketplace/buy-order.ts';
import * as marketplace from '#contract/marketplace/marketplace.ts';
import * as sellOrderBuyers from '#contract/marketplace/sell-order-buyer.ts';
import * as sellOrders from '#contract/marketplace/sell-order.ts';
import { getMessageText, listMessageTexts } from '#contract/message-text.ts';
import { getMessageHealth, listMessagesSent } from '#contract/message.ts';
import * as places from '#contract/place.ts';
import * as priceHistory from '#contract/price-history.ts';
import * as rehearsals from '#contract/rehearsal.ts';
import * as offers from '#contract/settlement/offer.ts';
import * as registryAccounts from '#contract/settlement/registry-account.ts';
import * as registryOrders from '#contract/settlement/registry-order.ts';
import * as settlementFigures from '#contract/settlement/settlement-figures.ts';
import * as settlements from '#contract/settlement/settlement.ts';
import * as statistics from '#contract/statistic.ts';
import * as templates from '#contract/template.ts';
import * as ticks from '#contract/tick.ts';
import * as transparencyLog from '#contract/transparency-log.ts';
import { mayChange } from '#domain/access/admin-role.ts';
import { areaOfScope, isCompanyScope, isForApplications, type Area, type Scope } from '#domain/automation/scope.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { isRoute } from '#server/platform/api-document/contract-names.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** The files of the contract by area. Files that are not here hold no calls of programs (decision 117). */
const AREAS: Readonly<Record<Area, readonly object[]>> = {
  auctions: [
    auctions,
    deletions,
    auctionCalendar,
    auctionImages,
    changeRequests,
    bidders,
    notifications,
    relatedBidders,
    rehearsals,
    ticks,
    bidding,
    conduct,
    rooms,
    awards,
    records,
    transparencyLog,
    releases,
  ],
  // A later area counts: restoring a sell order is a matter of the marketplace.
  marketplace: [
    { restoreSellOrder: deletions.restoreSellOrder },
    marketplace,
    sellOrders,
    sellOrderBuyers,
    buyOrders,
    buyOrderHistory,
  ],
  settlement: [settlements, settlementFigures, offers, registryAccounts, registryOrders, invoices, billing],
  certificates: [devices, lots, backings, certificateFiles],
  holdings: [holdings, retirements, beneficiaries, beneficiaryImports, claims, claimsReports, retireLists],
  companies: [companies, companyImports, registrations],
  statistics: [statistics, priceHistory],
  templates: [templates],
  audit: [
    audit,
    health,
    { listMessagesSent, getMessageHealth, listMessageTexts, getMessageText },
    { listApprovals: approvals.listApprovals },
  ],
};

/** Calls that every program may make. */
const FOR_ALL = [listOwnAccounts, ...routesIn([places, imports])];

/** The upload of a file for a call of any of these scopes. A link to a file needs no caller. */
const WITH_EVIDENCE: readonly Scope[] = ['settlement:write', 'certificates:write', 'holdings:write'];

/** Calls of companies that decide where money and certificates go. Only a person may make them. */
const FOR_PERSONS: ReadonlySet<Route> = new Set<Route>([billing.updateBilling, registryAccounts.setRegistryAccounts]);

/**
 * Decisions on acts of others. Only a person may make them. Their handlers check the roles, which depend on the act
 * (decision 130).
 */
const BY_ROLE_OF_ACT: ReadonlySet<Route> = new Set<Route>([
  approvals.approveApproval,
  approvals.rejectApproval,
  approvals.withdrawApproval,
]);

/** Calls that are sent as POST or PUT and only compute. They need the scope `read`. */
const COMPUTING: ReadonlySet<Route> = new Set<Route>([
  bidders.readPastedBidders,
  sellOrderBuyers.readPastedBuyers,
  certificateFiles.previewCertificateFile,
  beneficiaryImports.previewBeneficiaries,
  companyImports.previewCompanies,
  registryOrders.previewConfirmation,
  marketplace.reviewBuyOrder,
  retireLists.proposeRetirements,
]);

const isReading = (route: Route): boolean => route.method === 'GET' || COMPUTING.has(route);

function routesIn(files: readonly object[]): Route[] {
  return files.flatMap((file) => Object.values(file).filter(isRoute)).filter(({ access }) => access !== 'open');
}

/**
 * The scopes for each call that programs may make. A program needs one of them; every program may make a call without
 * scopes. Programs may not make other calls, such as calls about members, keys and webhooks, a person's own account,
 * notifications and agreements.
 */
export const CALLS_OF_PROGRAMS: ReadonlyMap<Route, readonly Scope[]> = new Map<Route, readonly Scope[]>([
  ...FOR_ALL.map((route) => [route, []] as const),
  [uploadEvidence, WITH_EVIDENCE],
  ...(Object.entries(AREAS) as [Area, readonly object[]][]).flatMap(([area, files]) =>
    routesIn(files).flatMap((route) => {
      const scope = `${area}:${isReading(route) ? 'read' : 'write'}` as Scope;
      const isOpen = route.access === 'admin' || (isCompanyScope(scope) && !FOR_PERSONS.has(route));
      return isOpen ? [[route, [scope]] as const] : [];
    }),
  ),
]);

/** The area in which a call of administrators changes something; null: a matter of owners. */
const areaOf = (route: Route): Area | null => {
  const [scope] = CALLS_OF_PROGRAMS.get(route) ?? [];
  return scope === undefined ? null : areaOfScope(scope);
};

/**
 * Refuses a change by an administrator whose roles do not cover it (decision 122).
 * @throws Refused admin_role_missing
 */
export function judgeAdministrator({ adminRoles = [] }: Caller, route: Route): void {
  if (route.access !== 'admin' || isReading(route) || BY_ROLE_OF_ACT.has(route)) return;
  if (!mayChange(adminRoles, areaOf(route))) throw new Refused('admin_role_missing');
}

/** Whether another application may make a call for a person who agreed (decision 85). */
const isCallOfApplications = (route: Route): boolean => {
  const needed = CALLS_OF_PROGRAMS.get(route);
  return route.access !== 'admin' && needed !== undefined && needed.every(isForApplications);
};

/**
 * Refuses a call that a program may not make: an API key, or another application. Returns for persons.
 * @throws Refused not_for_api_keys, scope_missing or not_for_applications
 */
export function judgeProgram({ apiKeyId, clientId, scopes = [] }: Caller, route: Route): void {
  if (clientId !== undefined && !isCallOfApplications(route)) throw new Refused('not_for_applications');
  if (apiKeyId === undefined) return;
  const needed = CALLS_OF_PROGRAMS.get(route);
  if (needed === undefined) throw new Refused('not_for_api_keys');
  const [scope] = needed;
  if (scope !== undefined && !needed.some((one) => scopes.includes(one))) throw new Refused('scope_missing', { scope });
}
