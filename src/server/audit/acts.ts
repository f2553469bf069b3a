import * as approvals from '#contract/approval.ts';
import * as auctions from '#contract/auction/auction.ts';
import * as changeRequests from '#contract/auction/change-request.ts';
import * as auctionImages from '#contract/auction/image.ts';
import * as releases from '#contract/award/release.ts';
import * as bidders from '#contract/bidder/bidder.ts';
import * as notifications from '#contract/bidder/notification.ts';
import * as relatedBidders from '#contract/bidder/related-bidder.ts';
import * as bidding from '#contract/bidding/bidding.ts';
import * as conduct from '#contract/bidding/conduct.ts';
import * as claims from '#contract/claim/claim.ts';
import * as apiKeys from '#contract/company/api-key.ts';
import * as companies from '#contract/company/company.ts';
import * as companyImports from '#contract/company/company-import.ts';
import * as webhooks from '#contract/company/webhook.ts';
import * as deletions from '#contract/deletion.ts';
import * as devices from '#contract/certificate/device.ts';
import * as lots from '#contract/certificate/lot.ts';
import { actOnRegistration } from '#contract/company/registration.ts';
import * as administrators from '#contract/identity/administrator.ts';
import * as billing from '#contract/invoice/billing.ts';
import * as invoices from '#contract/invoice/invoice.ts';
import * as buyOrders from '#contract/marketplace/buy-order.ts';
import * as sellOrderBuyers from '#contract/marketplace/sell-order-buyer.ts';
import * as sellOrders from '#contract/marketplace/sell-order.ts';
import * as messages from '#contract/message.ts';
import * as brands from '#contract/platform-setting/brand.ts';
import * as currencies from '#contract/platform-setting/currency.ts';
import * as platformSettings from '#contract/platform-setting/platform-setting.ts';
import * as messageTexts from '#contract/message-text.ts';
import * as personalData from '#contract/personal-data.ts';
import * as rehearsals from '#contract/rehearsal.ts';
import * as registryOrders from '#contract/settlement/registry-order.ts';
import * as settlements from '#contract/settlement/settlement.ts';
import * as templates from '#contract/template.ts';
import * as tickSizes from '#contract/tick.ts';
import type { Route } from '#contract/basics/route.ts';
import { AUDIT_ACTS, OPERATOR_ACTS, type AuditAct, type OperatorAct } from '#domain/access/audit-trail.ts';
import type { RegistrationAction } from '#domain/company/registration.ts';
import type { Columns } from '#server/platform/http/audit.ts';

/** The route of each act. An act has the name of its route's constant. */
const ROUTES: Readonly<Record<Exclude<AuditAct, OperatorAct>, Pick<Route, 'method' | 'path'>>> = {
  ...administrators,
  ...apiKeys,
  ...approvals,
  ...auctions,
  ...bidders,
  ...relatedBidders,
  ...bidding,
  ...billing,
  ...buyOrders,
  ...changeRequests,
  ...claims,
  ...companies,
  ...companyImports,
  ...conduct,
  ...deletions,
  ...devices,
  ...invoices,
  ...lots,
  ...auctionImages,
  ...messages,
  ...messageTexts,
  ...notifications,
  ...personalData,
  ...platformSettings,
  ...brands,
  ...currencies,
  ...registryOrders,
  ...rehearsals,
  ...releases,
  ...sellOrderBuyers,
  ...sellOrders,
  ...settlements,
  ...templates,
  ...tickSizes,
  ...webhooks,
  takeUpRegistration: actOnRegistration,
  approveRegistration: actOnRegistration,
  returnRegistration: actOnRegistration,
  rejectRegistration: actOnRegistration,
  reopenRegistration: actOnRegistration,
};

/** Acts that share one route. For each act, the value of the path parameter `action`, which distinguishes the acts. */
export const PATH_ACTIONS: Readonly<Partial<Record<AuditAct, RegistrationAction>>> = {
  takeUpRegistration: 'take-up',
  approveRegistration: 'approve',
  returnRegistration: 'return',
  rejectRegistration: 'reject',
  reopenRegistration: 'reopen',
};

const isOperators = (act: AuditAct): act is OperatorAct => act in OPERATOR_ACTS;

/** Returns the `action` that lines of the audit trail store for an act. */
export const actionOf = (act: AuditAct): string =>
  isOperators(act) ? OPERATOR_ACTS[act] : `${ROUTES[act].method} ${ROUTES[act].path}`;

const BY_ACTION = Map.groupBy(AUDIT_ACTS, actionOf);

/**
 * Returns the act of a line in the audit trail. `action` is the line's action, `subject` the parameters of the path.
 * Null for an operation that this release does not have.
 */
export const actOf = (action: string, subject: Columns): AuditAct | null =>
  BY_ACTION.get(action)?.find((act) => [undefined, subject['action']].includes(PATH_ACTIONS[act])) ?? null;
