import type { Role } from '#web/platform/session/session.ts';

/** Every URL of the application, and the only place that builds one. */
export type AuctionList = 'current' | 'past';

const area = (role: Role): string => `/${role}`;

/** In the address of `/logout`: the session is over, nothing is left to be signed out of. */
export const SIGNED_OUT = 'ended';

/** The address of every page, so that no link contains a path in text. */
export const paths = {
  login: '/login',
  logout: '/logout',
  /** Signing in, and then on to where the person wanted to go. */
  signIn: (target: string | undefined): string => `/login${target ? `?redirect=${encodeURIComponent(target)}` : ''}`,
  signUp: '/sign-up',
  /** The code of a sign-up under way. */
  otp: '/otp',
  forgotPassword: '/forgot-password',
  /** Without a role for who has no area yet. */
  changePassword: (role?: Role): string => `${role ? area(role) : ''}/change-password`,
  /** What is held about oneself. */
  personalData: '/personal-data',
  trustedDevices: (role: Role): string => `${area(role)}/trusted-devices`,
  /** How one wants to be told. */
  noticeSettings: (role: Role): string => `${area(role)}/notices`,
  changePhone: '/user/change-2fa-phone-number',
  /** How far the registration of one's company has come. */
  registration: '/user/account-registration',
  createRegistration: '/user/account-registration/create',
  updateCompany: '/user/company-information/update',
  members: '/user/company-members',
  /** API keys and webhooks of one's companies. */
  automation: '/user/automation',
  /** What one's companies hold, for administrators what all do. */
  holdings: (role: Role): string => `${area(role)}/holdings`,
  holding: (role: Role, id: string): string => `${area(role)}/holdings/${id}`,
  retire: (id: string): string => `/user/holdings/${id}/retire`,
  retirements: (role: Role): string => `${area(role)}/retirements`,
  retirement: (role: Role, id: string): string => `${area(role)}/retirements/${id}`,
  /** The open page that confirms statements of retirements; it stands on paper and in mails. */
  confirmStatement: (number = ''): string => `/retirement${number && `/${encodeURIComponent(number)}`}`,
  /** Whom the company retires RECs for. */
  beneficiaries: '/user/beneficiaries',
  /** Where the mail of an invitation leads, with its token. */
  invitation: '/invitation',
  outbox: '/development/outbox',
  dashboard: '/admin/dashboard',
  /** Where each role starts. */
  home: (role: Role): string => (role === 'admin' ? '/admin/dashboard' : '/user/upcoming'),
  /** `current`: upcoming and live auctions; `past`: ended ones. */
  auctions: (role: Role, list: AuctionList): string => `${area(role)}/${list === 'current' ? 'upcoming' : 'past'}`,
  /** The live room. */
  auction: (role: Role, id: string): string => `${area(role)}/auction/${id}`,
  /** Details, registration and initial bids. */
  auctionDetail: (role: Role, id: string): string => `${area(role)}/auction/${id}/detail`,
  auctionResult: (role: Role, id: string): string => `${area(role)}/auction-result/${id}`,
  /** What was bought, in auctions and in the marketplace. */
  buyOrderHistory: (role: Role): string => `${area(role)}/buy-order-history`,
  /** At which prices goods were sold. */
  priceHistory: (role: Role): string => `${area(role)}/price-history`,
  createAuction: '/admin/create',
  updateAuction: (id: string): string => `/admin/update/${id}`,
  /** The items of an auction, for its owner. */
  updateOwnAuction: (id: string): string => `/user/update/${id}`,
  addBidders: (id: string): string => `/admin/add-bidders/${id}`,
  /** Sell orders, and the buy orders that were placed for them. */
  marketplace: (role: Role): string => `${area(role)}/marketplace`,
  /** Buying from a sell order. */
  buy: (id: string): string => `/user/marketplace/${id}`,
  sellOrder: (role: Role, id: string): string => `${area(role)}/marketplace/sell-order/${id}`,
  buyOrder: (role: Role, id: string): string => `${area(role)}/marketplace/buy-order/${id}`,
  createSellOrder: '/admin/marketplace/create',
  updateSellOrder: (id: string): string => `/admin/marketplace/${id}`,
  sellOrderBuyers: (id: string): string => `/admin/marketplace/update-buyers/${id}`,
  tickSize: '/admin/tick-size',
  /** What administrators did. */
  auditTrail: '/admin/audit-trail',
  /** How the service itself is. */
  status: '/admin/status',
  auditLine: (id: string): string => `/admin/audit-trail/${id}`,
  /** Documents that admins keep. */
  templates: '/admin/template-management',
  createTemplate: '/admin/template-management/create',
  editTemplate: (id: string): string => `/admin/template-management/edit/${id}`,
  accountRegistrations: '/admin/account-registration',
  accountRegistration: (id: string): string => `/admin/account-registration/${id}`,
  businessAccounts: '/admin/business-account',
  businessAccount: (id: string): string => `/admin/business-account/${id}`,
  /** Links to hand round: the same pages without the layout, whoever reads them. */
  openAuction: (id: string): string => `/auction/${id}`,
  openAuctionDetail: (id: string): string => `/auction/${id}/detail`,
  openAuctionResult: (id: string): string => `/auction-result/${id}`,
  /** The user guides for a role; one of them by its search, a section of it by its hash. */
  guides: (role: Role): string => `${area(role)}/guide`,
  /** Terms and conditions, at their specified path (docs/rules.md#routes). */
  terms: (role: Role): string => `${area(role)}/toc`,
  /** Computes the record of an auction again, for anybody who has its file. */
  record: '/record',
};
