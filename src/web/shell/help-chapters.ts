/** The chapters of the administrators' guide. Their headings are the phrases below `help.chapter`. */
export const CHAPTERS = [
  'companies',
  'prepare',
  'live',
  'after',
  'marketplace',
  'trades',
  'records',
  'messages',
  'documents',
  'operation',
  'account',
] as const;
export type Chapter = (typeof CHAPTERS)[number];

/** The pages that each chapter explains, as path segments after the area. */
const PAGES: Readonly<Record<Chapter, readonly string[]>> = {
  companies: ['account-registration', 'business-account'],
  prepare: ['upcoming', 'create', 'update', 'add-bidders', 'tick-size'],
  live: ['auction'],
  after: ['past', 'auction-result'],
  marketplace: ['marketplace'],
  trades: [
    'settlements',
    'invoices',
    'billing',
    'registry-orders',
    'certificates',
    'holdings',
    'retirements',
    'claims-report',
  ],
  records: ['dashboard', 'price-history', 'buy-order-history'],
  messages: ['mails'],
  documents: ['template-management', 'toc'],
  operation: ['audit-trail', 'status', 'automation', 'administrators', 'platform', 'deleted'],
  account: ['change-password', 'notices', 'trusted-devices'],
};

/** Returns the chapter about an administrators' page. `section` is the page's path segment after the area. */
export const chapterOf = (section: string): Chapter | undefined =>
  CHAPTERS.find((chapter) => PAGES[chapter].includes(section));
