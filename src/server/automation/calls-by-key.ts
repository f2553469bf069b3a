import { getResultAsUser, exportWonBidsAsUser, getAwardStatementAsUser } from '#contract/award.ts';
import { getAuctionAsUser, listAuctionsAsUser, registerForAuction } from '#contract/auction.ts';
import { deleteBeneficiary, listBeneficiaries, saveBeneficiary, updateBeneficiary } from '#contract/beneficiary.ts';
import {
  exportHistoryAsUser,
  listCancelledBids,
  listHistoryAsUser,
  listOwnBids,
  placeBid,
  placeInitialBids,
  withdrawBid,
} from '#contract/bidding.ts';
import { exportBuyOrderHistoryAsUser, listBuyOrderHistoryAsUser } from '#contract/buy-order-history.ts';
import {
  cancelBuyOrder,
  exportOwnBuyOrders,
  getOwnBuyOrder,
  getOwnBuyOrderStatement,
  listOwnBuyOrders,
} from '#contract/buy-order.ts';
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
} from '#contract/change-request.ts';
import {
  exportHoldingsAsUser,
  getHoldingAsUser,
  listHoldingsAsUser,
  listMovementsAsUser,
  totalHoldingsAsUser,
} from '#contract/holding.ts';
import { updateOwnDetails, uploadOwnImage } from '#contract/image.ts';
import { listOwnAccounts } from '#contract/identity.ts';
import { getSellOrderAsUser, listSellOrdersAsUser, placeBuyOrder, reviewBuyOrder } from '#contract/marketplace.ts';
import { findPlaces, listMainPlaces } from '#contract/place.ts';
import { exportPriceHistoryAsUser, getPriceHistoryAsUser } from '#contract/price-history.ts';
import { getRecordAsUser } from '#contract/record.ts';
import {
  exportRetirementsAsUser,
  getRetirementAsUser,
  getStatementAsUser,
  listRetirementsAsUser,
  retireHolding,
} from '#contract/retirement.ts';
import { getListTokenAsUser, getRoomTokenAsUser } from '#contract/room.ts';
import type { Route } from '#contract/route.ts';

/**
 * All that an API key may call, as far as its role allows it (decision 50): what a company trades with. Whatever isn't here is
 * refused: who belongs to the company, its keys and webhooks, a person's own account, notices, agreements.
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
      [listBeneficiaries, saveBeneficiary, updateBeneficiary, deleteBeneficiary],
      [getPriceHistoryAsUser, exportPriceHistoryAsUser, findPlaces, listMainPlaces],
    ] satisfies Route[][]
  ).flat(),
);
