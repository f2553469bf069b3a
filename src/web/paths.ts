import type { Role } from '#web/platform/session/session.ts';

/** The two lists of auctions. This file builds every URL of the application; no other file does. */
export type AuctionList = 'current' | 'past';

const area = (role: Role): string => `/${role}`;

/** The value in the address of `/logout` that means: the session is over, no sign-out is needed. */
export const SIGNED_OUT = 'ended';

/** The address of every page. Links use these functions and never contain a path as text. */
export const paths = {
  login: '/login',
  logout: '/logout',
  /** The sign-in page. After the sign-in, it leads to `target`. */
  signIn: (target: string | undefined): string => `/login${target ? `?redirect=${encodeURIComponent(target)}` : ''}`,
  signUp: '/sign-up',
  /** The page for the one-time code of a sign-up. */
  otp: '/otp',
  forgotPassword: '/forgot-password',
  /** The address without a role is for people who have no area yet. */
  changePassword: (role?: Role): string => `${role ? area(role) : ''}/change-password`,
  /** The personal data that the platform stores about the user. */
  personalData: '/personal-data',
  trustedDevices: (role: Role): string => `${area(role)}/trusted-devices`,
  /** Notification settings. */
  noticeSettings: (role: Role): string => `${area(role)}/notices`,
  changePhone: '/user/change-2fa-phone-number',
  /** The status of the user's own registration. */
  registration: '/user/account-registration',
  createRegistration: '/user/account-registration/create',
  updateCompany: '/user/company-information/update',
  members: '/user/company-members',
  /** API keys and webhooks of the user's companies. For administrators, those of the operator. */
  automation: (role: Role): string => `${area(role)}/automation`,
  /** The holdings of the user's companies. For administrators, the holdings of all companies. */
  holdings: (role: Role): string => `${area(role)}/holdings`,
  holding: (role: Role, id: string): string => `${area(role)}/holdings/${id}`,
  retire: (id: string): string => `/user/holdings/${id}/retire`,
  retirements: (role: Role): string => `${area(role)}/retirements`,
  retirement: (role: Role, id: string): string => `${area(role)}/retirements/${id}`,
  /** The public page that verifies retirement statements. PDFs and emails link to it. */
  confirmStatement: (number = ''): string => `/retirement${number && `/${encodeURIComponent(number)}`}`,
  /** The claims report of a company. Administrators name the company. */
  claimsReport: (role: Role, accountId = ''): string => `${area(role)}/claims-report${accountId && `/${accountId}`}`,
  /** Retiring RECs for a list of consumption. */
  retireList: '/user/retire-list',
  /** RECs that the user's companies sold and that wait for their retirement at the registry. */
  registryTasks: '/user/registry-retirements',
  /** Payments and deliveries of the user's companies. For administrators, those of all companies. */
  settlements: (role: Role): string => `${area(role)}/settlements`,
  settlement: (role: Role, id: string): string => `${area(role)}/settlements/${id}`,
  /** Invoices and credit notes of the user's companies. For administrators, those of all companies. */
  invoices: (role: Role): string => `${area(role)}/invoices`,
  /** Billing details of the user's companies. For administrators, those of the platform. */
  billing: (role: Role): string => `${area(role)}/billing`,
  /** The settings of the platform. */
  platform: '/admin/platform',
  /** The transfers that registries are asked for, of all settlements. */
  registryOrders: '/admin/registry-orders',
  /** The import of a confirmation file of a registry. */
  importConfirmation: '/admin/registry-orders/import',
  /** The accounts of the user's companies at registries. */
  registryAccounts: '/user/registry-accounts',
  /** Devices and certificates of the user's companies. For administrators, those of all companies. */
  certificates: (role: Role): string => `${area(role)}/certificates`,
  certificateFile: '/user/certificate-file',
  /** The beneficiaries that the company saved. */
  beneficiaries: '/user/beneficiaries',
  beneficiaryImport: '/user/beneficiary-import',
  /** The link in an invitation email, without its token. */
  invitation: '/invitation',
  /** Public auctions for people who are not signed in, if the deployment publishes them. */
  publicAuctions: '/auctions',
  outbox: '/development/outbox',
  dashboard: '/admin/dashboard',
  /** The start page of a role. */
  home: (role: Role): string => (role === 'admin' ? '/admin/dashboard' : '/user/upcoming'),
  /** `current` lists upcoming and live auctions, `past` lists ended ones. */
  auctions: (role: Role, list: AuctionList): string => `${area(role)}/${list === 'current' ? 'upcoming' : 'past'}`,
  /** The live room. */
  auction: (role: Role, id: string): string => `${area(role)}/auction/${id}`,
  /** Details, registration and initial bids. */
  auctionDetail: (role: Role, id: string): string => `${area(role)}/auction/${id}/detail`,
  auctionResult: (role: Role, id: string): string => `${area(role)}/auction-result/${id}`,
  /** Purchases in auctions and in the marketplace. */
  buyOrderHistory: (role: Role): string => `${area(role)}/buy-order-history`,
  /** The prices at which products were sold. */
  priceHistory: (role: Role): string => `${area(role)}/price-history`,
  createAuction: '/admin/create',
  updateAuction: (id: string): string => `/admin/update/${id}`,
  /** The items of an auction, for its owner. */
  updateOwnAuction: (id: string): string => `/user/update/${id}`,
  addBidders: (id: string): string => `/admin/add-bidders/${id}`,
  /** Sell orders and the buy orders placed for them. */
  marketplace: (role: Role): string => `${area(role)}/marketplace`,
  /** The page to buy from a sell order. */
  buy: (id: string): string => `/user/marketplace/${id}`,
  sellOrder: (role: Role, id: string): string => `${area(role)}/marketplace/sell-order/${id}`,
  buyOrder: (role: Role, id: string): string => `${area(role)}/marketplace/buy-order/${id}`,
  createSellOrder: '/admin/marketplace/create',
  updateSellOrder: (id: string): string => `/admin/marketplace/${id}`,
  sellOrderBuyers: (id: string): string => `/admin/marketplace/update-buyers/${id}`,
  tickSize: '/admin/tick-size',
  /** The administrators and their roles. */
  administrators: '/admin/administrators',
  /** Auctions and sell orders that were deleted in the last 30 days. */
  deleted: '/admin/deleted',
  /** The audit trail: the acts of administrators. */
  approvals: '/admin/approvals',
  auditTrail: '/admin/audit-trail',
  /** Service status. */
  status: '/admin/status',
  /** Emails and text messages that were sent, wait or failed. */
  mails: '/admin/mails',
  /** The texts of emails and text messages. */
  messageTexts: '/admin/message-texts',
  messageText: (id: string): string => `/admin/message-texts/${id}`,
  auditLine: (id: string): string => `/admin/audit-trail/${id}`,
  /** Documents that administrators manage. */
  templates: '/admin/template-management',
  createTemplate: '/admin/template-management/create',
  editTemplate: (id: string): string => `/admin/template-management/edit/${id}`,
  accountRegistrations: '/admin/account-registration',
  accountRegistration: (id: string): string => `/admin/account-registration/${id}`,
  businessAccounts: '/admin/business-account',
  companyImport: '/admin/business-account/import',
  businessAccount: (id: string): string => `/admin/business-account/${id}`,
  /** Addresses to share. These pages are the same as others, but without the layout and for any reader. */
  openAuction: (id: string): string => `/auction/${id}`,
  openAuctionDetail: (id: string): string => `/auction/${id}/detail`,
  openAuctionResult: (id: string): string => `/auction-result/${id}`,
  /** The user guides of a role. The URL's search part selects a guide, its hash selects a section. */
  guides: (role: Role): string => `${area(role)}/guide`,
  /** The terms and conditions. The specification fixes this path (docs/rules.md#routes). */
  terms: (role: Role): string => `${area(role)}/toc`,
  /** The public page that verifies the record of an auction from its file. */
  record: '/record',
  /** The public page of the log of all auctions. Its files are below the same address. */
  log: '/log',
};
