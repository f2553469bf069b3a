import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';
import { chooseFile, fill, inTurn, openDialog, press, pressInDialog, searchFor } from './steps.ts';

const MENU = '[role=menu]';

/** Fills in two initial bids on the same item. */
async function fillInitialBids(page: Page): Promise<void> {
  const [price, quantity] = [page.getByRole('textbox', { name: /^Price/ }), page.getByLabel(/^Quantity/)];
  await price.first().fill('4.20');
  await quantity.first().fill('120,000');
  await press(/^Add another bid/)(page);
  await price.nth(1).fill('3.90');
  await quantity.nth(1).fill('200,000');
}

/** Opens the bid form. On phones, the form is a panel that slides up from the bottom. */
async function openBid(page: Page): Promise<void> {
  const rises = page.getByRole('button', { name: /^(Bid|Place a bid|Revise)/ }).filter({ visible: true });
  const review = page.getByRole('button', { name: 'Review bid', exact: true }).filter({ visible: true });
  await rises.or(review).first().waitFor();
  if (!(await review.first().isVisible())) await rises.first().click();
  await review.first().waitFor();
}

const fillPrice = (price: string) => (page: Page) =>
  page
    .getByRole('textbox', { name: /^Price/ })
    .filter({ visible: true })
    .first()
    .fill(price);

async function pickPrice(page: Page): Promise<void> {
  await openBid(page);
  const prices = page.getByRole('button', { name: /^\d+\.\d\d$/ }).filter({ visible: true });
  await prices.nth(1).click();
}

const NEWCOMER: readonly Omit<Screen, 'as' | 'variant'>[] = [
  { name: 'user.menu~account', path: () => '/user/upcoming', prepare: press(/’s account$/, MENU) },
  { name: 'user.menu~phone', path: () => '/user/upcoming', only: 'phone', prepare: openDialog('Open menu') },
  { name: 'user.menu~notices', path: () => '/user/upcoming', prepare: press(/^Notifications|^\d+ (new|unread)/) },
  { name: 'user.menu~narrow', path: () => '/user/upcoming', only: 'wide', prepare: press('Collapse menu') },
  {
    name: 'user.upcoming~list',
    path: () => '/user/upcoming',
    only: 'wide',
    prepare: async (page) => {
      await press('List')(page);
      await page.locator('main table').first().waitFor();
    },
  },
  { name: 'user.search~results', path: () => '/user/upcoming', prepare: searchFor('solar') },
  { name: 'user.upcoming~nothing', path: () => '/user/upcoming?search=zzzz' },
  { name: 'user.past~nothing', path: () => '/user/past?search=zzzz' },
  { name: 'user.holdings~nothing', path: () => '/user/holdings?search=zzzz' },
  { name: 'user.marketplace~nothing', path: () => '/user/marketplace?search=zzzz' },
  { name: 'user.room~unknown', path: () => '/user/auction/00000000-0000-4000-8000-000000000000' },
  { name: 'user.room~register', path: ({ open }) => `/user/auction/${open}` },
  { name: 'user.room~before', path: ({ upcoming }) => `/user/auction/${upcoming}` },
  { name: 'user.room~before-detail', path: ({ upcoming }) => `/user/auction/${upcoming}/detail` },
  { name: 'user.room~initial-bids', path: ({ upcoming }) => `/user/auction/${upcoming}`, prepare: fillInitialBids },
  {
    name: 'user.room~initial-review',
    path: ({ upcoming }) => `/user/auction/${upcoming}`,
    prepare: inTurn(fillInitialBids, press(/^Review \d bid/), async (page) => {
      await page.getByRole('button', { name: /^Confirm \d bid/ }).waitFor();
    }),
  },
  {
    name: 'user.room~wrong-bid',
    path: ({ live }) => `/user/auction/${live}`,
    prepare: inTurn(openBid, fillPrice('0.01'), press('Review bid', '[aria-invalid=true]')),
  },
  {
    name: 'user.room~review',
    path: ({ live }) => `/user/auction/${live}`,
    prepare: inTurn(pickPrice, press('Review bid')),
  },
  {
    name: 'user.room~keys',
    path: ({ live }) => `/user/auction/${live}`,
    only: 'wide',
    prepare: openDialog('Shortcuts'),
  },
  {
    name: 'user.buy~review',
    path: ({ offer }) => `/user/marketplace/${offer}`,
    prepare: inTurn(fill(/^Quantity/, '12,000'), press('Review order')),
  },
  {
    name: 'user.buy~wrong',
    path: ({ offer }) => `/user/marketplace/${offer}`,
    prepare: inTurn(fill(/^Quantity/, '99,999,999'), press('Review order', '[aria-invalid=true]')),
  },
  {
    name: 'user.retire~new',
    path: ({ holding }) => `/user/holdings/${holding}/retire`,
    prepare: inTurn(fill(/^RECs to retire/, '2,500'), async (page) => {
      await page.getByText('New beneficiary', { exact: true }).click();
    }),
  },
  {
    name: 'user.beneficiaries~import',
    path: () => '/user/beneficiary-import',
    prepare: chooseFile(
      'account_type,name,address,name_on_certificates\nCorporate,Acme Ltd,1 Main Street,Acme Ltd\nPersonal,Aisyah,2 Main Street,Aisyah',
    ),
  },
  { name: 'user.beneficiary~dialog', path: () => '/user/beneficiaries', prepare: openDialog(/^Add/) },
  {
    name: 'user.members~invite',
    path: () => '/user/company-members',
    prepare: inTurn(openDialog('Invite member'), pressInDialog('Send invitation')),
  },
  {
    name: 'user.automation~key',
    path: () => '/user/automation',
    prepare: inTurn(openDialog('Create key'), pressInDialog('Create')),
  },
  {
    name: 'user.automation~webhook',
    path: () => '/user/automation',
    prepare: inTurn(openDialog('Add webhook'), pressInDialog('Add')),
  },
  {
    name: 'user.password~wrong',
    path: () => '/user/change-password',
    prepare: press(/^Change/, '[aria-invalid=true]'),
  },
  { name: 'user.terms~dialog', path: () => '/user/upcoming', prepare: openDialog('Terms and conditions') },
];

/** Screens of the seller, and of a user who registers a company. */
const OTHERS: readonly Omit<Screen, 'variant'>[] = [
  { name: 'user.room~owner', as: 'seller', path: ({ ownedLive }) => `/user/auction/${ownedLive}` },
  { name: 'user.room~reverse', as: 'seller', path: ({ reverse }) => `/user/auction/${reverse}` },
  { name: 'user.upcoming~owner', as: 'seller', path: () => '/user/upcoming' },
  {
    name: 'user.update~item',
    as: 'seller',
    path: ({ owned }) => `/user/update/${owned}`,
    prepare: openDialog(/^Edit/),
  },
  {
    name: 'user.update~ask',
    as: 'seller',
    path: ({ owned }) => `/user/update/${owned}`,
    prepare: press('Request approval'),
  },
  {
    name: 'user.registration~empty',
    as: 'founder',
    path: () => '/user/account-registration/create',
    prepare: press(/^Submit for approval/, '[aria-invalid=true]'),
  },
];

export const USER_STATES: readonly Screen[] = [
  ...NEWCOMER.map((state): Screen => ({ as: 'newcomer', variant: 'TNBX', ...state })),
  ...OTHERS.map((state): Screen => ({ variant: 'TNBX', ...state })),
];
