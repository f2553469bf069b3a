import * as companies from '#contract/company/company.ts';
import { retireHolding } from '#contract/holding/retirement.ts';
import { approveBuyOrder, cancelBuyOrder, rejectBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import * as sellOrders from '#contract/marketplace/sell-order.ts';
import { aSellOrderItem } from '#testing/builders/marketplace-builders.ts';
import type { Stage } from './stage.ts';
import { because, by, type Command } from './command.ts';
import { BENEFICIARY } from './company-commands.ts';

const sale = (s: Stage) => ({ id: s.sellOrder.id });
const draft = (s: Stage) => ({ id: s.draft.id });
const order = (s: Stage) => ({ id: s.buyOrderId });
const beneficiary = { choice: 'new', isSaved: true, ...BENEFICIARY };

/** Commands in the marketplace and on a holding. */
export const MARKETPLACE_COMMANDS: readonly Command[] = [
  {
    name: 'buy',
    rows: ['sellOrder', 'company', 'member'],
    call: by('trader', placeBuyOrder, sale, ({ owner: { accountId } }) => ({
      body: { accountId, quantity: 7, beneficiary, reviewed: null },
    })),
  },
  { name: 'approve', rows: ['sellOrder'], call: by('admin', approveBuyOrder, order, because) },
  { name: 'reject', rows: ['sellOrder'], call: by('admin', rejectBuyOrder, order, because) },
  { name: 'cancel order', rows: ['sellOrder'], call: by('owner', cancelBuyOrder, order) },
  { name: 'cancel sale', rows: ['sellOrder'], call: by('admin', sellOrders.cancelSellOrder, sale, because) },
  {
    name: 'resize item',
    rows: ['sellOrder'],
    call: by('admin', sellOrders.updateSellOrderItem, (s) => s.sellOrder, { body: aSellOrderItem({ recQuantity: 8 }) }),
  },
  {
    name: 'schedule',
    rows: ['draft', 'seller'],
    call: by('admin', sellOrders.publishSellOrder, draft, ({ later }) => ({ body: { publishTime: later } })),
  },
  { name: 'delete draft', rows: ['draft'], call: by('admin', sellOrders.deleteSellOrder, draft) },
  {
    name: 'blacklist seller',
    rows: ['seller', 'sellOrder'],
    call: by('admin', companies.blacklistAccount, (s) => ({ id: s.seller.accountId }), because),
  },
  {
    name: 'retire',
    rows: ['holding', 'company'],
    call: by('owner', retireHolding, (s) => ({ id: s.holdingId }), { body: { quantity: 60, beneficiary } }),
  },
];
