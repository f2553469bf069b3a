/**
 * Callers who may visit a route (docs/rules.md#routes). All other callers are redirected. `site-map.test.ts` compares
 * the site map with the route tree. `routes.e2e.ts` visits all routes as every caller. A new route needs a row in
 * `SITE_MAP`.
 */
type Guard =
  /** Visitors who are not signed in. Others are redirected to their start page. */
  | 'signedOut'
  /** Everyone. */
  | 'anybody'
  /** Signed-in users and administrators, with or without a company. */
  | 'session'
  /** Users, with or without a company. */
  | 'person'
  /** Users with a company, and administrators. The pages have no layout. */
  | 'reader'
  /** Users with a company (`user`), and administrators (`admin`). */
  | 'user'
  | 'admin';

/** Sections of the menu. Pages about the user's own account belong to no section. */
type Section = 'dashboard' | 'auctions' | 'marketplace' | 'certificates' | 'companies' | 'template' | 'operation';

export type SitePage = {
  /** The path as in the route tree, without a slash at the end. */
  readonly path: string;
  /** The query that links to the page contain. */
  readonly search?: string;
  readonly guard: Guard;
  readonly section?: Section;
  /** The only variant that has the page. In the other variant the path is unknown. */
  readonly variant?: 'TNBX' | 'GLOBAL';
  readonly flag?: 'marketplace' | 'publicAuctions';
  /** Paths to which the page redirects callers who may visit it. */
  readonly leadsTo?: Partial<Record<Caller, string>>;
};

/**
 * Callers of pages. `visitor` is not signed in. `founder` and `applicant` have no company; `applicant` has registered
 * one. `user` has a company. `admin` is an administrator.
 */
export const CALLERS = ['visitor', 'founder', 'applicant', 'user', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];

export type Deployment = {
  readonly variant: 'TNBX' | 'GLOBAL';
  readonly flags: Readonly<Record<'marketplace' | 'publicAuctions', boolean>>;
};

const HOMES: Record<Caller, string> = {
  visitor: '/login',
  founder: '/user/account-registration/create',
  applicant: '/user/account-registration',
  user: '/user/upcoming',
  admin: '/admin/dashboard',
};
const MARKET = { section: 'marketplace', flag: 'marketplace' } as const;

const inArea = (role: 'user' | 'admin'): SitePage[] => {
  const pages = (segments: readonly string[], more: Omit<SitePage, 'path' | 'guard'> = {}): SitePage[] =>
    segments.map((segment) => ({ path: `/${role}/${segment}`, guard: role, ...more }));
  return [
    { path: `/${role}`, guard: role, leadsTo: { [role]: HOMES[role] } },
    ...pages(['change-password', 'notices', 'trusted-devices', 'guide', 'toc']),
    ...pages(['upcoming', 'past', 'buy-order-history', 'price-history', 'update/$id'], { section: 'auctions' }),
    ...pages(['auction/$id', 'auction/$id/detail', 'auction-result/$id'], { section: 'auctions' }),
    ...pages(['marketplace', 'marketplace/$id', 'marketplace/sell-order/$id', 'marketplace/buy-order/$id'], MARKET),
    ...pages(
      [
        'settlements',
        'settlements/$id',
        'invoices',
        'billing',
        'certificates',
        'holdings',
        'holdings/$id',
        'retirements',
        'retirements/$id',
      ],
      {
        section: 'certificates',
      },
    ),
  ];
};

export const SITE_MAP: readonly SitePage[] = [
  // These two paths redirect to the sign-in page, which redirects signed-in callers further.
  { path: '/', guard: 'signedOut', leadsTo: { visitor: '/login' } },
  { path: '/$', guard: 'signedOut', leadsTo: { visitor: '/login' } },
  { path: '/login', guard: 'signedOut' },
  { path: '/sign-up', guard: 'signedOut', variant: 'TNBX' },
  // If no sign-up is in progress, there is no one-time code to enter.
  { path: '/otp', guard: 'signedOut', variant: 'TNBX', leadsTo: { visitor: '/sign-up' } },
  { path: '/forgot-password', guard: 'signedOut', variant: 'TNBX' },
  { path: '/authorize', guard: 'signedOut', variant: 'GLOBAL' },
  { path: '/callback', guard: 'signedOut', variant: 'GLOBAL' },
  { path: '/logout', guard: 'anybody', leadsTo: Object.fromEntries(CALLERS.map((caller) => [caller, '/login'])) },
  ...[
    '/set-password',
    '/first-administrator',
    '/record',
    '/log',
    '/retirement',
    '/retirement/$number',
    '/development/outbox',
  ].map((path): SitePage => ({
    path,
    guard: 'anybody',
  })),
  { path: '/connect/interaction/$uid', guard: 'anybody' },
  { path: '/auctions', guard: 'anybody', flag: 'publicAuctions' },
  {
    path: '/change-password',
    guard: 'session',
    leadsTo: { user: '/user/change-password', admin: '/admin/change-password' },
  },
  { path: '/personal-data', guard: 'session' },
  { path: '/invitation', search: '?token=none', guard: 'person' },
  { path: '/user/account-registration/create', guard: 'person', leadsTo: { applicant: HOMES.applicant } },
  { path: '/user/account-registration', guard: 'person', leadsTo: { founder: HOMES.founder, user: HOMES.user } },
  ...['/auction/$id', '/auction/$id/detail', '/auction-result/$id'].map((path): SitePage => ({
    path,
    guard: 'reader',
  })),
  ...inArea('user'),
  { path: '/user/change-2fa-phone-number', guard: 'user', variant: 'TNBX' },
  { path: '/user/company-information/update', guard: 'user', variant: 'TNBX' },
  { path: '/user/company-members', guard: 'user' },
  { path: '/user/automation', guard: 'user' },
  ...[
    'beneficiaries',
    'beneficiary-import',
    'claims-report',
    'retire-list',
    'registry-retirements',
    'registry-accounts',
    'certificate-file',
  ].map((segment): SitePage => ({
    path: `/user/${segment}`,
    guard: 'user',
    section: 'certificates',
  })),
  { path: '/user/holdings/$id/retire', guard: 'user', section: 'certificates' },
  ...inArea('admin'),
  ...['registry-orders', 'registry-orders/import'].map((segment): SitePage => ({
    path: `/admin/${segment}`,
    guard: 'admin',
    section: 'certificates',
  })),
  { path: '/admin/claims-report/$id', guard: 'admin', section: 'certificates' },
  { path: '/admin/dashboard', guard: 'admin', section: 'dashboard' },
  { path: '/admin/automation', guard: 'admin' },
  ...['create', 'add-bidders/$id', 'tick-size'].map((segment): SitePage => ({
    path: `/admin/${segment}`,
    guard: 'admin',
    section: 'auctions',
  })),
  { path: '/admin/marketplace/create', guard: 'admin', ...MARKET },
  { path: '/admin/marketplace/update-buyers/$id', guard: 'admin', ...MARKET },
  ...[
    'account-registration',
    'account-registration/$id',
    'business-account',
    'business-account/import',
    'business-account/$id',
  ].map((segment): SitePage => ({ path: `/admin/${segment}`, guard: 'admin', section: 'companies' })),
  ...['template-management', 'template-management/create', 'template-management/edit/$id'].map((segment): SitePage => ({
    path: `/admin/${segment}`,
    guard: 'admin',
    section: 'template',
  })),
  ...[
    'administrators',
    'approvals',
    'platform',
    'audit-trail',
    'audit-trail/$id',
    'deleted',
    'status',
    'mails',
    'message-texts',
    'message-texts/$id',
  ].map((segment): SitePage => ({
    path: `/admin/${segment}`,
    guard: 'admin',
    section: 'operation',
  })),
];

const ADMITS: Record<Guard, readonly Caller[]> = {
  signedOut: ['visitor'],
  anybody: CALLERS,
  session: ['founder', 'applicant', 'user', 'admin'],
  person: ['founder', 'applicant', 'user'],
  reader: ['user', 'admin'],
  user: ['user'],
  admin: ['admin'],
};

const isThere = ({ variant, flag }: SitePage, deployment: Deployment): boolean =>
  (variant === undefined || variant === deployment.variant) && (flag === undefined || deployment.flags[flag]);

/**
 * Returns the path at which a caller arrives: the page itself, the caller's start page, or the sign-in page. The
 * sign-in page later redirects to the requested page.
 */
export function arrivalAt(page: SitePage, path: string, caller: Caller, deployment: Deployment): string {
  const isAdmitted = ADMITS[page.guard].includes(caller);
  if (caller === 'visitor' && !isAdmitted) return `/login?redirect=${encodeURIComponent(path)}`;
  if (!isAdmitted || !isThere(page, deployment)) return HOMES[caller];
  return page.leadsTo?.[caller] ?? path;
}
