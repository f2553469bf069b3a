import {
  addItem,
  confirmDraft,
  createAuction,
  deleteAuction,
  deleteItem,
  updateAuction,
  updateItem,
} from '#contract/auction/auction.ts';
import { addBidders, removeBidder, updateBidder } from '#contract/bidder/bidder.ts';
import { decideRelation } from '#contract/bidder/related-bidder.ts';
import { cancelBid, placeBidOnBehalf } from '#contract/bidding/bidding.ts';
import { approveBuyOrder, rejectBuyOrder } from '#contract/marketplace/buy-order.ts';
import { addItems, approveRequest, deleteItems, returnRequest, updateItems } from '#contract/auction/change-request.ts';
import {
  blacklistAccount,
  endSessions,
  reinstateAccount,
  updateAccount,
  updateMaxBidQuantity,
} from '#contract/company/company.ts';
import { annulAuction, extendAuction, pauseAuction, resumeAuction } from '#contract/bidding/conduct.ts';
import { updateDetails, uploadImage } from '#contract/auction/image.ts';
import { notifyBidders } from '#contract/bidder/notification.ts';
import { erasePersonalData } from '#contract/personal-data.ts';
import { actOnRegistration } from '#contract/company/registration.ts';
import { deleteRehearsal, startRehearsal } from '#contract/rehearsal.ts';
import { releaseRecs } from '#contract/award/release.ts';
import { updateSellOrderBuyers } from '#contract/marketplace/sell-order-buyer.ts';
import {
  addSellOrderItem,
  cancelSellOrder,
  createSellOrder,
  deleteSellOrder,
  deleteSellOrderItem,
  publishSellOrder,
  updateSellOrder,
  updateSellOrderDetails,
  updateSellOrderItem,
  uploadSellOrderImage,
} from '#contract/marketplace/sell-order.ts';
import {
  createTemplate,
  deleteTemplate,
  updateTemplate,
  uploadTemplateFile,
  uploadTemplateImage,
} from '#contract/template.ts';
import { createTickSize, deleteTickSize, updateTickSize } from '#contract/tick.ts';
import type { Route } from '#contract/basics/route.ts';
import { AUDIT_ACTS, OPERATOR_ACTS, type AuditAct, type OperatorAct } from '#domain/access/audit-trail.ts';
import type { RegistrationAction } from '#domain/company/registration.ts';
import type { Columns } from '#server/platform/http/audit.ts';

const ROUTES: Readonly<Record<Exclude<AuditAct, OperatorAct>, Pick<Route, 'method' | 'path'>>> = {
  createAuction,
  updateAuction,
  deleteAuction,
  addItem,
  updateItem,
  deleteItem,
  addItems,
  updateItems,
  deleteItems,
  approveRequest,
  returnRequest,
  confirmDraft,
  updateDetails,
  uploadImage,
  addBidders,
  updateBidder,
  removeBidder,
  decideRelation,
  notifyBidders,
  placeBidOnBehalf,
  cancelBid,
  pauseAuction,
  resumeAuction,
  extendAuction,
  annulAuction,
  startRehearsal,
  deleteRehearsal,
  releaseRecs,
  createTickSize,
  updateTickSize,
  deleteTickSize,
  createSellOrder,
  updateSellOrder,
  deleteSellOrder,
  publishSellOrder,
  cancelSellOrder,
  addSellOrderItem,
  updateSellOrderItem,
  deleteSellOrderItem,
  updateSellOrderBuyers,
  updateSellOrderDetails,
  uploadSellOrderImage,
  approveBuyOrder,
  rejectBuyOrder,
  takeUpRegistration: actOnRegistration,
  approveRegistration: actOnRegistration,
  returnRegistration: actOnRegistration,
  rejectRegistration: actOnRegistration,
  updateAccount,
  updateMaxBidQuantity,
  blacklistAccount,
  reinstateAccount,
  endSessions,
  createTemplate,
  updateTemplate,
  deleteTemplate,
  uploadTemplateFile,
  uploadTemplateImage,
  erasePersonalData,
};

/** Acts of one operation, and the `action` of its path that tells them apart. */
export const PATH_ACTIONS: Readonly<Partial<Record<AuditAct, RegistrationAction>>> = {
  takeUpRegistration: 'take-up',
  approveRegistration: 'approve',
  returnRegistration: 'return',
  rejectRegistration: 'reject',
};

const isOperators = (act: AuditAct): act is OperatorAct => act in OPERATOR_ACTS;

/** How lines of the audit trail write an act down. */
export const actionOf = (act: AuditAct): string =>
  isOperators(act) ? OPERATOR_ACTS[act] : `${ROUTES[act].method} ${ROUTES[act].path}`;

const BY_ACTION = Map.groupBy(AUDIT_ACTS, actionOf);

/** Returns the act of a line by its action and what its path named; null for an operation that this release doesn't have. */
export const actOf = (action: string, subject: Columns): AuditAct | null =>
  BY_ACTION.get(action)?.find((act) => [undefined, subject['action']].includes(PATH_ACTIONS[act])) ?? null;
