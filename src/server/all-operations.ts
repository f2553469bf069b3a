import { HUB_PATH } from '#contract/bidding/room.ts';
import { apiKeyOperations, operatorKeyOperations } from '#server/automation/api-key-operations.ts';
import { operatorWebhookOperations, webhookOperations } from '#server/automation/webhook-operations.ts';
import { approvalOperations } from '#server/approval/approval-operations.ts';
import { auditOperations } from '#server/audit/audit-operations.ts';
import { bidderOperations } from '#server/bidder/bidder-operations.ts';
import { replaceOperation } from '#server/bidder/replace-bidder.ts';
import { relatedBidderOperations } from '#server/bidder/related-bidders.ts';
import { buyOrderHistoryOperations } from '#server/buy-order-history/history-operations.ts';
import { adminBidOperations, bidOperations, cancelledBidOperations } from '#server/bidding/bid-operations.ts';
import { notificationOperations } from '#server/bidder/notify-bidders.ts';
import { requestOperations } from '#server/auction/change-request/change-request-operations.ts';
import { editOperations, confirmOperation } from '#server/auction/edit-auction.ts';
import { imageOperations } from '#server/auction/items/image-operations.ts';
import { itemOperations } from '#server/auction/items/edit-items.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { publicAuctionOperation } from '#server/auction/public-auctions.ts';
import { readOperations } from '#server/auction/read-auctions.ts';
import { registerOperation } from '#server/auction/register-for-auction.ts';
import { wonBidsExports, resultOperations } from '#server/award/result-operations.ts';
import { recordOperations, type RecordParts } from '#server/award/record-operations.ts';
import { awardStatementOperations } from '#server/award/statement-operations.ts';
import { releaseOperation } from '#server/award/release-recs.ts';
import { bidHistoryOperations } from '#server/bidding/history-operations.ts';
import { tokenOperations } from '#server/bidding/room-tokens.ts';
import { decideOperation, registrationReads, ownRegistrationOperations } from '#server/company/registrations.ts';
import { accountEdits, accountReads } from '#server/company/accounts.ts';
import { companyImports } from '#server/company/import-companies.ts';
import { invitationOperations } from '#server/company/invitations.ts';
import { memberOperations } from '#server/company/members.ts';
import { ownAccountOperations } from '#server/company/own-account.ts';
import { claimOperations } from '#server/claim/claim-operations.ts';
import { beneficiaryOperations } from '#server/holding/beneficiaries.ts';
import { beneficiaryImports } from '#server/holding/import-beneficiaries.ts';
import { importOperations } from '#server/import/import-operations.ts';
import { certificateOperations } from '#server/certificate/certificate-operations.ts';
import { evidenceOperations, type EvidenceParts } from '#server/evidence/evidence.ts';
import { holdingOperations } from '#server/holding/holding-operations.ts';
import { registryOperations } from '#server/holding/registry-retirements.ts';
import { findNamingDue } from '#server/settlement/naming-due.ts';
import { retirementOperations } from '#server/holding/retirement-operations.ts';
import { marketplaceOperations } from '#server/marketplace/marketplace-operations.ts';
import { withdrawScheduled } from '#server/marketplace/edit-sell-order.ts';
import { invoiceOperations } from '#server/invoice/invoice-operations.ts';
import { registryOrderOperations } from '#server/registry/registry-order-operations.ts';
import type { Connectors } from '#server/registry/registry-connector.ts';
import { offerOperations } from '#server/settlement/offer-operations.ts';
import { settlementOperations } from '#server/settlement/settlement-operations.ts';
import { placeOperations } from '#server/place/gazetteer.ts';
import { noticeOperations, watchOperations } from '#server/auction-notice/notice-operations.ts';
import type { Secret } from '#server/identity/session/secret.ts';
import { endSessionsOperation, type SessionEnds } from '#server/identity/session/user-session.ts';
import { settingOperations } from '#server/platform-setting/setting-operations.ts';
import { administratorOperations } from '#server/identity/sign-up/administrators.ts';
import { messageOperations } from '#server/health/message-operations.ts';
import { identityOperations } from '#server/identity/own-account/account-operations.ts';
import type { Config } from '#server/platform/config/config.ts';
import { publicEnvironment } from '#server/platform/config/public-environment.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Hub } from '#server/platform/hub/hub.ts';
import type { MakeAttachment } from '#server/platform/mail/mail.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import { rehearsalOperations } from '#server/rehearsal/rehearsal-operations.ts';
import { healthOperations } from '#server/health/health-operations.ts';
import { personalDataOperations } from '#server/personal-data/personal-data-operations.ts';
import { priceHistoryOperations } from '#server/statistic/price-history-operations.ts';
import { restoreOperation } from '#server/auction/restore-auction.ts';
import { deletionOperations } from '#server/deletion/deleted-objects.ts';
import { statisticOperations } from '#server/statistic/statistic-operations.ts';
import { searchOperation } from '#server/search/search-operation.ts';
import { templateOperations } from '#server/template/template-operations.ts';
import type { TemplateParts } from '#server/template/template-rows.ts';
import { calendarOperations } from '#server/calendar/calendar-operations.ts';
import type { ReadPerson } from '#server/calendar/calendar-file.ts';
import { tickOperations } from '#server/tick/tick-operations.ts';
import type { LogParts } from '#server/transparency-log/log-key.ts';
import { logOperations } from '#server/transparency-log/log-operations.ts';
import { tourOperations } from '#server/tour/tour-operations.ts';

type OperationDeps = {
  readonly config: Config;
  readonly kind: Database['kind'];
  readonly publicUrl: string;
  readonly hub: Hub;
  readonly ends: SessionEnds;
  readonly secret: Secret;
  readonly record: RecordParts;
  readonly log: LogParts;
  readonly make: MakeAttachment;
  readonly connectors: Connectors;
  readonly readPerson: ReadPerson;
  /** Called with the id of each erased user. */
  readonly erased: (userId: string) => void;
};

/** Returns all operations of the auction API. The search and the approvals call the others. */
export function allOperations(...args: Parameters<typeof listedOperations>): Operation[] {
  const listed = listedOperations(...args);
  const [, { readPerson }] = args;
  return [...listed, searchOperation(listed), ...approvalOperations(listed, readPerson)];
}

const listedOperations = (
  parts: AuctionParts & TemplateParts & EvidenceParts,
  { config, kind, publicUrl, hub, ends, secret, record, log, make, connectors, readPerson, erased }: OperationDeps,
): Operation[] => [
  ...identityOperations(config, secret, make),
  ...readOperations(parts),
  ...calendarOperations({ ...parts, brand: config.brand, readPerson }),
  publicAuctionOperation({ ...parts, isPublished: config.FLAG_PUBLIC_AUCTIONS }),
  ...editOperations(parts),
  ...restoringOperations(parts),
  confirmOperation(parts),
  ...itemOperations(parts),
  ...imageOperations(parts),
  ...requestOperations(parts),
  registerOperation(parts),
  ...allBidderOperations(parts),
  ...notificationOperations(parts),
  ...tickOperations,
  ...auditOperations,
  ...healthOperations(config, kind),
  ...messageOperations({ ...config, publicUrl }),
  ...statisticOperations({ allowsMarketplace: config.FLAG_MARKETPLACE }),
  ...priceHistoryOperations,
  ...placeOperations,
  ...templateOperations(parts, () => publicEnvironment(config, [])),
  ...accountReads,
  ...accountEdits(parts, withdrawScheduled),
  endSessionsOperation(ends),
  ...ownAccountOperations(config),
  ...memberOperations(parts),
  ...invitationOperations({ ...parts, secret }),
  ...automationOperations(ends, secret),
  ...beneficiaryOperations,
  ...allImports,
  ...tradedOperations(parts, { config, publicUrl, connectors }),
  ...ownRegistrationOperations(publicUrl),
  ...registrationReads,
  decideOperation(publicUrl),
  ...noticeOperations(parts),
  ...watchOperations,
  ...personOperations({ ...parts, config, ends, secret, erased }),
  ...tokenOperations(hub.issueToken, hubUrlOf(config)),
  ...bidOperations(parts),
  ...cancelledBidOperations(parts),
  ...adminBidOperations(parts),
  ...bidHistoryOperations(),
  ...resultOperations(parts),
  ...rehearsalOperations(parts),
  ...wonBidsExports(parts),
  releaseOperation(parts),
  ...signedOperations(parts, { record, log }),
  ...awardStatementOperations(parts, publicEnvironment(config, [])),
  ...buyOrderHistoryOperations({ allowsReverse: parts.allowsReverse, allowsMarketplace: config.FLAG_MARKETPLACE }),
  ...marketplaceOperations({
    ...parts,
    issuer: publicEnvironment(config, []),
    allowsMarketplace: config.FLAG_MARKETPLACE,
  }),
];

/** Operations on what the deployment's key signs. */
const signedOperations = (parts: AuctionParts, { record, log }: Pick<OperationDeps, 'record' | 'log'>): Operation[] => [
  ...recordOperations(parts, record),
  ...logOperations(parts, log),
];

/** Operations that read files, and import companies and beneficiaries from them. */
const allImports: readonly Operation[] = [...beneficiaryImports, ...companyImports, ...importOperations];

/** Returns the operations on the bidders of an auction. */
const allBidderOperations = (parts: AuctionParts): Operation[] => [
  ...bidderOperations(parts),
  ...relatedBidderOperations(parts),
  replaceOperation(parts),
];

/** Returns the operations that list and restore what was deleted. */
const restoringOperations = (parts: AuctionParts): Operation[] => [restoreOperation(parts), ...deletionOperations];

/** Returns the operations on API keys and webhooks, of companies and of the operator. */
const automationOperations = (ends: SessionEnds, secret: Secret): Operation[] => [
  ...apiKeyOperations(ends),
  ...operatorKeyOperations(ends),
  ...webhookOperations(secret),
  ...operatorWebhookOperations(secret),
];

/** Returns the operations on trades after the award or the order: certificates, settlement, holdings, claims. */
const tradedOperations = (
  parts: AuctionParts & EvidenceParts,
  { config, publicUrl, connectors }: Pick<OperationDeps, 'config' | 'publicUrl' | 'connectors'>,
): Operation[] => [
  ...evidenceOperations(parts),
  ...certificateOperations({ ...parts, publicUrl, findDue: findNamingDue }),
  ...settlementOperations(parts),
  ...offerOperations(parts),
  ...invoiceOperations({
    dialect: config.VARIANT === 'TNBX' ? 'myinvois' : 'en16931',
    issuer: publicEnvironment(config, []),
    isReported: config.MYINVOIS_URL !== undefined,
    publicUrl,
  }),
  ...registryOrderOperations({ ...parts, publicUrl, connectors }),
  ...holdingOperations,
  ...retirementOperations({ publicUrl, issuer: publicEnvironment(config, []) }),
  ...registryOperations(publicUrl),
  ...claimOperations({ publicUrl, issuer: publicEnvironment(config, []) }),
];

type PersonDeps = Pick<OperationDeps, 'config' | 'ends' | 'secret' | 'erased'> & Pick<EvidenceParts, 'files'>;
const personOperations = ({ config, ends, secret, erased, files }: PersonDeps): Operation[] => [
  ...administratorOperations({ config, ends, secret }),
  ...settingOperations({ config, files }),
  ...tourOperations({ hasTours: config.FLAG_TOUR_GUIDE }),
  ...personalDataOperations({ ends, erased, hasForeignProvider: config.OIDC_ISSUER !== undefined }),
];

/**
 * Returns the address of the hub: absolute if `PUBLIC_URL` is set, else a path. A browser completes the path with the
 * page's own address.
 */
const hubUrlOf = (config: Config): string => (config.PUBLIC_URL ? new URL(HUB_PATH, config.PUBLIC_URL).href : HUB_PATH);
