import { approveBuyOrder, cancelBuyOrder, rejectBuyOrder } from '#contract/buy-order.ts';
import * as companies from '#contract/company.ts';
import { placeBuyOrder } from '#contract/marketplace.ts';
import { retireHolding } from '#contract/retirement.ts';
import * as sellOrders from '#contract/sell-order.ts';
import { aSellOrderItem } from '#testing/marketplace-builders.ts';
import type { Stage } from './stage.ts';
import type { Command } from './command.ts';

const because = { remarkContent: 'because' };
const beneficiary = {
  accountType: 'Corporate',
  name: 'Tower',
  address: '1 Jalan Sentral',
  nameOnCertificates: 'Tower',
  buildingOwnerName: '',
};
const buying = ({ owner }: Stage) => ({
  accountId: owner.accountId,
  quantity: 7,
  beneficiary: { choice: 'new', isSaved: true, ...beneficiary },
  reviewed: null,
});

/** What is done in the marketplace and with a holding. */
export const MARKETPLACE_COMMANDS: readonly Command[] = [
  {
    name: 'buy',
    rows: ['sellOrder', 'company', 'member'],
    call: (s) => ({ who: s.trader, route: placeBuyOrder, params: { id: s.sellOrder.id }, body: buying(s) }),
  },
  {
    name: 'approve',
    rows: ['sellOrder'],
    call: (s) => ({ who: s.admin, route: approveBuyOrder, params: { id: s.buyOrderId }, body: because }),
  },
  {
    name: 'reject',
    rows: ['sellOrder'],
    call: (s) => ({ who: s.admin, route: rejectBuyOrder, params: { id: s.buyOrderId }, body: because }),
  },
  {
    name: 'cancel order',
    rows: ['sellOrder'],
    call: (s) => ({ who: s.owner, route: cancelBuyOrder, params: { id: s.buyOrderId } }),
  },
  {
    name: 'cancel sale',
    rows: ['sellOrder'],
    call: (s) => ({ who: s.admin, route: sellOrders.cancelSellOrder, params: { id: s.sellOrder.id }, body: because }),
  },
  {
    name: 'resize item',
    rows: ['sellOrder'],
    call: (s) => ({
      who: s.admin,
      route: sellOrders.updateSellOrderItem,
      params: { ...s.sellOrder },
      body: aSellOrderItem({ recQuantity: 8 }),
    }),
  },
  {
    name: 'schedule',
    rows: ['draft', 'seller'],
    call: (s) => ({
      who: s.admin,
      route: sellOrders.publishSellOrder,
      params: { id: s.draft.id },
      body: { publishTime: s.later },
    }),
  },
  {
    name: 'delete draft',
    rows: ['draft'],
    call: (s) => ({ who: s.admin, route: sellOrders.deleteSellOrder, params: { id: s.draft.id } }),
  },
  {
    name: 'blacklist seller',
    rows: ['seller', 'sellOrder'],
    call: (s) => ({
      who: s.admin,
      route: companies.blacklistAccount,
      params: { id: s.seller.accountId },
      body: because,
    }),
  },
  {
    name: 'retire',
    rows: ['holding', 'company'],
    call: (s) => ({
      who: s.owner,
      route: retireHolding,
      params: { id: s.holdingId },
      body: { quantity: 60, beneficiary: { choice: 'new', isSaved: true, ...beneficiary } },
    }),
  },
];
