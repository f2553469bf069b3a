import type { Screen } from './screen.ts';
import { chooseFile, editTwice, inTurn, openDialog, press, pressInDialog, searchFor } from './steps.ts';

/** A file with a right line, and a wrong one. */
const COMPANIES = `company_name,registration_number,business_type,country,province,registered_address,business_address,pic_name,pic_email,pic_telephone,contact_number,note
Perak Solar Sdn Bhd,202001099999,Trader,Malaysia,MY-08,1 Main Street,1 Main Street,Aminah,aminah@perak.example,60312345678,60312345678,new
,202001099999,Bank,MY,MY-08,=1+1,1 Main Street,Aminah,none,60312345678,60312345678,`;
const ITEMS = `Country,Fuel type,Vintage year,Quantity,Minimum bid price,Maximum bid price
Malaysia,Solar,2025,"5,000",2,20
Malaysia,Solar,2025,many,2,1`;

const STATES: readonly Omit<Screen, 'as' | 'variant'>[] = [
  { name: 'admin.menu~phone', path: () => '/admin/dashboard', only: 'phone', prepare: openDialog('Open menu') },
  { name: 'admin.upcoming~calendar', path: () => '/admin/upcoming', prepare: press('Calendar', 'main table') },
  { name: 'admin.search~results', path: () => '/admin/dashboard', prepare: searchFor('solar') },
  { name: 'admin.update~conflict', path: ({ upcoming }) => `/admin/update/${upcoming}`, prepare: editTwice },
  {
    name: 'admin.tick~undo',
    path: () => '/admin/tick-size',
    prepare: inTurn(openDialog(/^Delete/), pressInDialog('Delete')),
  },
  {
    name: 'admin.bidders~replace',
    path: ({ upcoming }) => `/admin/add-bidders/${upcoming}`,
    prepare: openDialog(/^Change company/),
  },
  {
    name: 'admin.message-texts.id~preview',
    path: ({ messageText }) => `/admin/message-texts/${messageText}`,
    prepare: press('Show preview', 'figure'),
  },
  { name: 'admin.upcoming~nothing', path: () => '/admin/upcoming?search=zzzz' },
  { name: 'admin.update~items', path: ({ upcoming }) => `/admin/update/${upcoming}`, prepare: press(/^Items/) },
  {
    name: 'admin.update~item',
    path: ({ upcoming }) => `/admin/update/${upcoming}`,
    prepare: inTurn(press(/^Items/), openDialog('Add item')),
  },
  { name: 'admin.create~empty', path: () => '/admin/create', prepare: press(/^Save/, '[aria-invalid=true]') },
  {
    name: 'admin.bidders~add',
    path: ({ upcoming }) => `/admin/add-bidders/${upcoming}`,
    prepare: openDialog(/^Add bidders/),
  },
  {
    name: 'admin.room~conduct',
    path: ({ live }) => `/admin/auction/${live}`,
    prepare: press('Auction controls', '[role=menu]'),
  },
  {
    name: 'admin.room~behalf',
    path: ({ live }) => `/admin/auction/${live}`,
    prepare: openDialog('Bid on behalf of a bidder'),
  },
  {
    name: 'admin.room~cancel',
    path: ({ live }) => `/admin/auction/${live}`,
    prepare: openDialog(/^Cancel .+’s bid, rank/),
  },
  { name: 'admin.room~before', path: ({ upcoming }) => `/admin/auction/${upcoming}` },
  {
    name: 'admin.registration~reject',
    path: ({ registration }) => `/admin/account-registration/${registration}`,
    prepare: inTurn(openDialog('Reject'), pressInDialog('Reject')),
  },
  {
    name: 'admin.automation~key',
    path: () => '/admin/automation',
    prepare: inTurn(openDialog('Create key'), pressInDialog('Create')),
  },
  {
    name: 'admin.automation~webhook',
    path: () => '/admin/automation',
    prepare: inTurn(openDialog('Add webhook'), pressInDialog('Add')),
  },
  { name: 'admin.account~edit', path: ({ account }) => `/admin/business-account/${account}`, prepare: press('Edit') },
  {
    name: 'admin.account~blacklist',
    path: ({ account }) => `/admin/business-account/${account}`,
    prepare: openDialog(/^Blacklist/),
  },
  {
    name: 'admin.companies~import',
    path: () => '/admin/business-account/import',
    prepare: chooseFile(COMPANIES),
  },
  {
    name: 'admin.items~import',
    path: ({ upcoming }) => `/admin/update/${upcoming}?tab=items`,
    prepare: inTurn(openDialog('Import from a file'), chooseFile(ITEMS)),
  },
  { name: 'admin.tick~dialog', path: () => '/admin/tick-size', prepare: openDialog(/^(Add|Create|New)/) },
  {
    name: 'admin.order~reject',
    path: ({ order }) => `/admin/marketplace/buy-order/${order}`,
    prepare: openDialog('Reject'),
  },
  {
    name: 'admin.sell-order~items',
    path: ({ draftOffer }) => `/admin/marketplace/${draftOffer}`,
    prepare: press(/^Items/),
  },
  {
    name: 'admin.buyers~add',
    path: ({ draftOffer }) => `/admin/marketplace/update-buyers/${draftOffer}`,
    prepare: openDialog(/^Add buyers/),
  },
  {
    name: 'admin.template~versions',
    path: ({ template }) => `/admin/template-management/edit/${template}`,
    prepare: openDialog(/^Versions/),
  },
];

export const ADMIN_STATES: readonly Screen[] = STATES.map((state) => ({ as: 'admin', variant: 'TNBX', ...state }));
