import {
  IconBuildingPlus,
  IconCash,
  IconCertificate,
  IconChartBar,
  IconChartLine,
  IconFileCertificate,
  IconFileInvoice,
  IconFileText,
  IconGavel,
  IconHistory,
  IconLeaf,
  IconReceipt,
  IconRuler2,
  IconShoppingCart,
  type Icon,
} from '@tabler/icons-react';
import type { Env } from '#contract/basics/env.ts';
import type { Waiting } from '#contract/health.ts';
import { paths } from '#web/paths.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

type MenuItem = {
  readonly to: string;
  readonly label: PhraseKey;
  readonly icon: Icon;
  /** The letter of the item's shortcut. Pressing G and then this letter opens the item. */
  readonly letter: string;
  /** The pages that belong to the item, as path segments after the area (docs/rules.md#menus). */
  readonly holds: readonly string[];
  /**
   * The only variant whose menu has the item. In the other variant, the pages exist but the menu does not list them.
   */
  readonly variant?: Env['variant'];
  /** The feature flag that the item requires (docs/rules.md#configuration). */
  readonly flag?: keyof Env['flags'];
  readonly isNew?: boolean;
  /** The kinds of administrator tasks that wait on this item's page. The menu shows the number of these tasks. */
  readonly waits?: readonly (keyof Waiting)[];
};
type MenuGroup = {
  readonly title: PhraseKey;
  readonly items: readonly MenuItem[];
};

const auctionItems = (role: Role): MenuItem[] => [
  {
    to: paths.auctions(role, 'current'),
    label: 'shell.liveAuctions',
    icon: IconGavel,
    letter: 'l',
    holds: ['upcoming', 'auction', 'create', 'update', 'add-bidders'],
    waits: ['drafts', 'changeRequests'],
  },
  {
    to: paths.auctions(role, 'past'),
    label: 'shell.pastAuctions',
    icon: IconHistory,
    letter: 'p',
    holds: ['past', 'auction-result'],
  },
  {
    to: paths.buyOrderHistory(role),
    label: 'buyOrderHistory.title',
    icon: IconReceipt,
    letter: 'b',
    holds: ['buy-order-history'],
  },
  {
    to: paths.priceHistory(role),
    label: 'priceHistory.title',
    icon: IconChartLine,
    letter: 'c',
    holds: ['price-history'],
  },
];

/** Items that only one role has, by their place. */
type MoreItems = { readonly auctions?: readonly MenuItem[]; readonly settlements?: readonly MenuItem[] };

/** Returns the groups of docs/rules.md#menus that both roles have. `more` are the items that only this role has. */
export const groupsOf = (role: Role, more: MoreItems = {}): MenuGroup[] => [
  { title: 'shell.auctions', items: [...auctionItems(role), ...(more.auctions ?? [])] },
  {
    title: 'shell.marketplace',
    items: [
      {
        to: paths.marketplace(role),
        label: 'shell.marketplace',
        icon: IconShoppingCart,
        letter: 'm',
        holds: ['marketplace'],
        flag: 'marketplace',
        isNew: true,
        waits: ['buyOrders'],
      },
    ],
  },
  {
    title: 'shell.certificates',
    items: [
      {
        to: paths.settlements(role),
        label: 'settlement.title',
        icon: IconCash,
        letter: 'y',
        holds: ['settlements'],
      },
      ...(more.settlements ?? []),
      {
        to: paths.invoices(role),
        label: 'invoice.title',
        icon: IconFileInvoice,
        letter: 'v',
        holds: ['invoices', 'billing'],
      },
      {
        to: paths.certificates(role),
        label: 'certificate.title',
        icon: IconFileCertificate,
        letter: 'i',
        holds: ['certificates', 'certificate-file', 'registry-accounts'],
      },
      { to: paths.holdings(role), label: 'holding.title', icon: IconCertificate, letter: 'h', holds: ['holdings'] },
      {
        to: paths.retirements(role),
        label: 'retirement.title',
        icon: IconLeaf,
        letter: 'r',
        holds: [
          'retirements',
          'beneficiaries',
          'beneficiary-import',
          'claims-report',
          'retire-list',
          'registry-retirements',
        ],
      },
    ],
  },
];

/** Returns the path segment by which the menu finds the item of a page. */
export const sectionOf = (pathname: string): string => pathname.split('/')[2] ?? '';

const MENUS: Record<Role, readonly MenuGroup[]> = { user: groupsOf('user'), admin: [] };

/**
 * Icons that both the administrators' menu and other pages use. If they were imported separately, each would be one
 * more file to load.
 */
export const SHARED_ICONS = {
  companyPlus: IconBuildingPlus,
  chart: IconChartBar,
  invoice: IconFileInvoice,
  text: IconFileText,
  ruler: IconRuler2,
};

/** Sets the administrators' menu. The menu is loaded with the administrators' pages, so users never load it. */
export const bringAdminMenu = (groups: readonly MenuGroup[]): void => void (MENUS.admin = groups);

/** Returns the menu of a role, without the items that the deployment's variant or flags exclude. */
export const menuOf = (role: Role, { variant, flags }: Pick<Env, 'variant' | 'flags'>): MenuGroup[] =>
  MENUS[role]
    .map((group) => ({
      ...group,
      items: group.items.filter(
        (item) => (item.variant ?? variant) === variant && (item.flag === undefined || flags[item.flag]),
      ),
    }))
    .filter(({ items }) => items.length > 0);
