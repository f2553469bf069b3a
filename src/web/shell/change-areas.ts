import { mayChange } from '#domain/access/admin-role.ts';
import type { Area } from '#domain/automation/scope.ts';
import { bringChangeJudgement } from '#web/platform/session/change-reason.ts';
import { sectionOf } from '#web/shell/menu/menu.ts';

/** The area in which the pages of each section make changes, by the path segment after `/admin`. */
const SECTIONS: Readonly<Partial<Record<Area, readonly string[]>>> = {
  auctions: ['upcoming', 'auction', 'create', 'update', 'add-bidders', 'past', 'auction-result', 'tick-size'],
  marketplace: ['marketplace'],
  settlement: ['settlements', 'invoices', 'billing', 'registry-orders'],
  certificates: ['certificates'],
  holdings: ['holdings', 'retirements', 'claims-report'],
  companies: ['account-registration', 'business-account'],
};
/** Sections whose changes only owners make. */
const OF_OWNERS: readonly string[] = [
  'administrators',
  'automation',
  'mails',
  'message-texts',
  'template-management',
  'platform',
];

const AREA_OF: ReadonlyMap<string, Area | null> = new Map<string, Area | null>([
  ...Object.entries(SECTIONS).flatMap(([area, sections]) => sections.map((one) => [one, area as Area] as const)),
  ...OF_OWNERS.map((section) => [section, null] as const),
]);

// Other pages make no changes, or only those of the person's own account.
bringChangeJudgement((roles, pathname, area) => {
  const found = area ?? AREA_OF.get(sectionOf(pathname));
  return found === undefined || mayChange(roles, found);
});
