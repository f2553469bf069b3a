import { Link } from '@tanstack/react-router';
import type { Waiting } from '#contract/health.ts';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useWaiting } from '#web/platform/session/waiting.ts';
import css from './statistic.module.css';

/** Where each of them is decided, with the filters that leave out everything else. */
const PLACES: Record<keyof Waiting, { readonly to: string; readonly search: object }> = {
  registrations: { to: paths.accountRegistrations, search: { status: 'New' } },
  buyOrders: { to: paths.marketplace('admin'), search: { tab: 'buy-orders', buyStatus: 'Pending' } },
  drafts: { to: paths.auctions('admin', 'current'), search: { status: 'draft' } },
  changeRequests: { to: paths.auctions('admin', 'current'), search: { status: 'upcoming' } },
};
const KINDS = Object.keys(PLACES) as (keyof Waiting)[];

/** What waits for a decision of the administrator, with links to it; nothing where nothing waits. */
export function WaitingPanel() {
  const say = useSay();
  const waiting = useWaiting('admin');
  const kinds = waiting ? KINDS.filter((kind) => waiting[kind] > 0) : [];
  if (!waiting || kinds.length === 0) return null;
  return (
    <section className={css.waiting} aria-label={say('waiting.title')}>
      <strong>{say('waiting.title')}</strong>
      {kinds.map((kind) => (
        <Link key={kind} {...PLACES[kind]}>
          {say(`waiting.${kind}`, { count: waiting[kind] })}
        </Link>
      ))}
    </section>
  );
}
