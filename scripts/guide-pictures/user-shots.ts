import type { Shot } from './shot.ts';

/** Images of the guides for buyers and sellers. */
export const USER_SHOTS: readonly Shot[] = [
  {
    name: 'sign-up',
    as: 'nobody',
    path: () => '/sign-up',
    width: 760,
    async prepare(page, say) {
      await page.getByLabel(new RegExp(`^${say('identity.username')}`)).fill('mei_lin');
      await page.getByLabel(new RegExp(`^${say('identity.email')}`)).fill('mei.lin@meranti.example');
      const password = page.locator('[autocomplete="new-password"]').first();
      await password.fill('Meranti-2026');
    },
    of: (page) => [page.locator('main')],
  },
  { name: 'company-registration', as: 'tran_hoa', path: () => '/user/account-registration', width: 900, height: 520 },
  { name: 'auction-list', as: 'newcomer', path: () => '/user/upcoming', height: 560 },
  { name: 'register', as: 'newcomer', path: ({ open }) => `/user/auction/${open}`, width: 800, height: 700 },
  {
    name: 'initial-bids',
    as: 'newcomer',
    path: ({ upcoming }) => `/user/auction/${upcoming}`,
    async prepare(page, say) {
      const price = page.getByLabel(
        new RegExp(`^${say('bidding.priceShort', { currency: 'MYR' }).replace(/[()]/g, '\\$&')}`),
      );
      const quantity = page.getByLabel(say('bidding.quantity'), { exact: true });
      await price.first().fill('4.20');
      await quantity.first().fill('120,000');
      await page
        .getByRole('button', { name: say('bidding.addBid', { left: 2 }) })
        .first()
        .click();
      await price.nth(1).fill('3.90');
      await quantity.nth(1).fill('200,000');
      await page.locator('h1').first().click();
    },
    height: 700,
  },
  {
    name: 'bid-review',
    as: 'newcomer',
    path: ({ live }) => `/user/auction/${live}`,
    async prepare(page, say) {
      const panel = page.locator('#bid-panel');
      await panel
        .getByRole('button', { name: /^\d+\.\d\d$/ })
        .nth(1)
        .click();
      await panel.getByRole('button', { name: say('bidding.review'), exact: true }).click();
      await panel.getByRole('button', { name: say('bidding.place'), exact: true }).waitFor();
    },
    of: (page) => [page.locator('#bid-panel')],
  },
  {
    name: 'live-room',
    as: 'newcomer',
    path: ({ live }) => `/user/auction/${live}`,
    async prepare(page, say) {
      const panel = page.locator('#bid-panel');
      await panel
        .getByRole('button', { name: /^\d+\.\d\d$/ })
        .nth(1)
        .click();
      await panel.getByRole('button', { name: say('bidding.review'), exact: true }).click();
      await panel.getByRole('button', { name: say('bidding.place'), exact: true }).click();
      await panel.getByRole('button', { name: say('bidding.review'), exact: true }).waitFor();
    },
    width: 1_280,
    height: 780,
  },
  { name: 'result', as: 'newcomer', path: ({ won }) => `/user/auction-result/${won}`, height: 620 },
  {
    name: 'record',
    as: 'newcomer',
    path: ({ won }) => `/user/auction-result/${won}`,
    async prepare(page, say) {
      await page.getByRole('button', { name: say('result.more'), exact: true }).click();
      await page.getByRole('menuitem', { name: say('result.checkRecord') }).click();
      await page.getByText(say('record.whole'), { exact: true }).waitFor();
    },
    height: 560,
  },
  {
    name: 'retire',
    as: 'newcomer',
    path: ({ holding }) => `/user/holdings/${holding}/retire`,
    async prepare(page, say) {
      await page.getByLabel(new RegExp(`^${say('retirement.toRetire')}`)).fill('2,500');
      await page.getByText(say('beneficiary.choice.new'), { exact: true }).click();
      await page.getByText(say('beneficiary.Building'), { exact: true }).click();
      await page.getByLabel(new RegExp(`^${say('beneficiary.buildingName')}`)).fill('Menara Meranti');
    },
    width: 900,
  },
  { name: 'statement', as: 'nobody', path: ({ statement }) => `/retirement/${statement}`, width: 900, height: 620 },
  {
    name: 'buy-review',
    as: 'newcomer',
    path: ({ offer }) => `/user/marketplace/${offer}`,
    async prepare(page, say) {
      await page

        .getByRole('textbox', { name: new RegExp(`^${say('marketplace.quantity')}`) })
        .first()
        .fill('12,000');
      await page.getByRole('button', { name: say('buyOrder.review'), exact: true }).click();
      await page.getByRole('button', { name: say('buyOrder.place'), exact: true }).waitFor();
    },
    height: 620,
  },
  { name: 'owner-items', as: 'seller', path: ({ owned }) => `/user/update/${owned}`, height: 560 },
  {
    name: 'change-request',
    as: 'seller',
    path: ({ owned }) => `/user/update/${owned}`,
    async prepare(page, say) {
      await page.getByText(say('changeRequest.wayRequest'), { exact: true }).click();
      if ((await page.getByText(say('changeRequest.statusPending')).count()) > 0) return;
      await page
        .getByRole('button', { name: new RegExp(`^${say('action.edit')}`) })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog
        .getByLabel(new RegExp(`^${say('item.quantity')}`))
        .first()
        .fill('450,000');
      await dialog.getByRole('button', { name: say('changeRequest.ask'), exact: true }).click();
      await page.getByText(say('changeRequest.statusPending')).waitFor();
    },
    of: (page, say) => [page.getByRole('region', { name: say('changeRequest.yours') })],
    height: 560,
  },
  {
    name: 'owner-room',
    as: 'seller',
    path: ({ ownedLive }) => `/user/auction/${ownedLive}`,
    width: 1_200,
    height: 620,
  },
  {
    name: 'register-seller',
    as: 'seller',
    path: ({ openReverse }) => `/user/auction/${openReverse}`,
    width: 800,
    height: 700,
  },
  { name: 'reverse-room', as: 'seller', path: ({ reverse }) => `/user/auction/${reverse}`, width: 1_280, height: 700 },
  { name: 'sell-order', as: 'seller', path: ({ offer }) => `/user/marketplace/sell-order/${offer}`, height: 620 },
  {
    name: 'sold',
    as: 'seller',
    path: () => '/user/buy-order-history',
    async prepare(page, say) {
      await page.getByText(say('buyOrderHistory.sold'), { exact: true }).first().click();
    },
    height: 560,
  },
];
