import {
  IconBuildingPlus,
  IconCertificate,
  IconChartBar,
  IconChartLine,
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
  /** After G: leads there by keyboard. */
  readonly letter: string;
  /** Pages that belong to it, by the segment after the area (docs/rules.md#menus). */
  readonly holds: readonly string[];
  /** The only variant whose menu has it; its pages are there in the other one too. */
  readonly variant?: Env['variant'];
  /** The feature flag without which it isn't there (docs/rules.md#configuration). */
  readonly flag?: keyof Env['flags'];
  readonly isNew?: boolean;
  /** What waits for administrators behind it, which the menu counts. */
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

/**
 * Groups of docs/rules.md#menus that both roles have, as far as their pages exist; `more` stands below the auctions.
 */
export const groupsOf = (role: Role, more: readonly MenuItem[] = []): MenuGroup[] => [
  { title: 'shell.auctions', items: [...auctionItems(role), ...more] },
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
      { to: paths.holdings(role), label: 'holding.title', icon: IconCertificate, letter: 'h', holds: ['holdings'] },
      {
        to: paths.retirements(role),
        label: 'retirement.title',
        icon: IconLeaf,
        letter: 'r',
        holds: ['retirements', 'beneficiaries'],
      },
    ],
  },
];

/** The segment of a path that says which item holds the page. */
export const sectionOf = (pathname: string): string => pathname.split('/')[2] ?? '';

const MENUS: Record<Role, readonly MenuGroup[]> = { user: groupsOf('user'), admin: [] };

/** Pictures of the admins' menu that other pages show too: each of them alone would be a file to load. */
export const SHARED_ICONS = {
  companyPlus: IconBuildingPlus,
  chart: IconChartBar,
  text: IconFileText,
  ruler: IconRuler2,
};

/** The admins' one comes with their area: a user's first page doesn't load it. */
export const bringAdminMenu = (groups: readonly MenuGroup[]): void => void (MENUS.admin = groups);

/** The menu of a role, as far as the deployment has it. */
export const menuOf = (role: Role, { variant, flags }: Pick<Env, 'variant' | 'flags'>): MenuGroup[] =>
  MENUS[role]
    .map((group) => ({
      ...group,
      items: group.items.filter(
        (item) => (item.variant ?? variant) === variant && (item.flag === undefined || flags[item.flag]),
      ),
    }))
    .filter(({ items }) => items.length > 0);
