import type { Shot } from './shot.ts';

const SHOTS: readonly Omit<Shot, 'as'>[] = [
  { name: 'registration', path: ({ registration }) => `/admin/account-registration/${registration}`, height: 620 },
  { name: 'business-account', path: ({ account }) => `/admin/business-account/${account}`, height: 620 },
  { name: 'create-auction', path: ({ upcoming }) => `/admin/update/${upcoming}`, height: 660 },
  { name: 'tick-sizes', path: () => '/admin/tick-size', height: 420 },
  { name: 'bidders', path: ({ upcoming }) => `/admin/add-bidders/${upcoming}`, height: 700 },
  {
    name: 'conduct',
    path: ({ live }) => `/admin/auction/${live}`,
    async prepare(page, say) {
      await page.getByRole('button', { name: say('conduct.menuLabel') }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
    width: 1_200,
    height: 640,
  },
  { name: 'admin-result', path: ({ won }) => `/admin/auction-result/${won}`, height: 600 },
  { name: 'edit-sell-order', path: ({ draftOffer }) => `/admin/marketplace/${draftOffer}`, height: 640 },
  { name: 'decide-order', path: ({ order }) => `/admin/marketplace/buy-order/${order}`, height: 600 },
  { name: 'dashboard', path: () => '/admin/dashboard', height: 640 },
];

/** Images of the guides for administrators. */
export const ADMIN_SHOTS: readonly Shot[] = SHOTS.map((shot) => ({ ...shot, as: 'admin' }));
