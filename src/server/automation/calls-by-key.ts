import { getResultAsUser, exportWonBidsAsUser, getAwardStatementAsUser } from '#contract/award/award.ts';
import { getAuctionAsUser, listAuctionsAsUser, registerForAuction } from '#contract/auction/auction.ts';
import {
  deleteBeneficiary,
  listBeneficiaries,
  saveBeneficiary,
  updateBeneficiary,
} from '#contract/holding/beneficiary.ts';
import {
  importBeneficiaries,
  listBeneficiaryImports,
  previewBeneficiaries,
  undoBeneficiaryImport,
} from '#contract/holding/beneficiary-import.ts';
import { readTableFile } from '#contract/import/import.ts';
import {
  exportHistoryAsUser,
  listCancelledBids,
  listHistoryAsUser,
  listOwnBids,
  placeBid,
  placeInitialBids,
  withdrawBid,
} from '#contract/bidding/bidding.ts';
import { exportBuyOrderHistoryAsUser, listBuyOrderHistoryAsUser } from '#contract/marketplace/buy-order-history.ts';
import { listRegistryTasks, recordRegistryAsUser } from '#contract/claim/claim.ts';
import { exportClaimsReportAsUser, getClaimsReportAsUser } from '#contract/claim/claims-report.ts';
import { proposeRetirements, retireProposal } from '#contract/claim/retire-list.ts';
import {
  cancelBuyOrder,
  exportOwnBuyOrders,
  getOwnBuyOrder,
  getOwnBuyOrderStatement,
  listOwnBuyOrders,
} from '#contract/marketplace/buy-order.ts';
import {
  addOwnItem,
  availableOwnItems,
  deleteOwnItem,
  getOwnChangeRequest,
  requestAddItems,
  requestDeleteItems,
  requestUpdateItems,
  sendRequestAgain,
  takeBackChange,
  updateOwnItem,
} from '#contract/auction/change-request.ts';
import {
  exportHoldingsAsUser,
  getHoldingAsUser,
  listHoldingsAsUser,
  listMovementsAsUser,
  totalHoldingsAsUser,
} from '#contract/holding/holding.ts';
import { updateOwnDetails, uploadOwnImage } from '#contract/auction/image.ts';
import { listOwnAccounts } from '#contract/identity/identity.ts';
import {
  getSellOrderAsUser,
  listSellOrdersAsUser,
  placeBuyOrder,
  reviewBuyOrder,
} from '#contract/marketplace/marketplace.ts';
import { findPlaces, listMainPlaces } from '#contract/place.ts';
import { exportPriceHistoryAsUser, getPriceHistoryAsUser } from '#contract/price-history.ts';
import { getRecordAsUser } from '#contract/award/record.ts';
import {
  exportRetirementsAsUser,
  getRetirementAsUser,
  getStatementAsUser,
  listRetirementsAsUser,
  retireHolding,
} from '#contract/holding/retirement.ts';
import { getListTokenAsUser, getRoomTokenAsUser } from '#contract/bidding/room.ts';
import type { Route } from '#contract/basics/route.ts';

/**
 * The calls for trading. An API key may make such a call if its role allows the call (decision 50). All other calls are
 * refused, such as calls about members, keys and webhooks, the person's own account, notifications and agreements.
 */
export const CALLS_BY_KEY: ReadonlySet<Route> = new Set<Route>(
  (
    [
      [listOwnAccounts],
      [listAuctionsAsUser, getAuctionAsUser, registerForAuction],
      [getRoomTokenAsUser, getListTokenAsUser],
      [placeInitialBids, placeBid, withdrawBid, listOwnBids, listCancelledBids],
      [listHistoryAsUser, exportHistoryAsUser],
      [getResultAsUser, exportWonBidsAsUser, getAwardStatementAsUser, getRecordAsUser],
      [addOwnItem, updateOwnItem, deleteOwnItem, availableOwnItems, getOwnChangeRequest],
      [requestAddItems, requestUpdateItems, requestDeleteItems, takeBackChange, sendRequestAgain],
      [uploadOwnImage, updateOwnDetails],
      [listSellOrdersAsUser, getSellOrderAsUser, reviewBuyOrder, placeBuyOrder],
      [listOwnBuyOrders, exportOwnBuyOrders, getOwnBuyOrder, getOwnBuyOrderStatement, cancelBuyOrder],
      [listBuyOrderHistoryAsUser, exportBuyOrderHistoryAsUser],
      [
        listHoldingsAsUser,
        totalHoldingsAsUser,
        exportHoldingsAsUser,
        getHoldingAsUser,
        listMovementsAsUser,
        retireHolding,
      ],
      [listRetirementsAsUser, exportRetirementsAsUser, getRetirementAsUser, getStatementAsUser],
      [listRegistryTasks, recordRegistryAsUser, getClaimsReportAsUser, exportClaimsReportAsUser],
      [proposeRetirements, retireProposal],
      [listBeneficiaries, saveBeneficiary, updateBeneficiary, deleteBeneficiary],
      [previewBeneficiaries, importBeneficiaries, listBeneficiaryImports, undoBeneficiaryImport, readTableFile],
      [getPriceHistoryAsUser, exportPriceHistoryAsUser, findPlaces, listMainPlaces],
    ] satisfies Route[][]
  ).flat(),
);
