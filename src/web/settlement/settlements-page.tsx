import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { listSettlementsAsAdmin, listSettlementsAsUser, type SettlementView } from '#contract/settlement/settlement.ts';
import { WHOLE_STATES } from '#domain/settlement/tracks.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { FilterSegments } from '#web/design/lists/filter-segments.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { paths } from '#web/paths.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { formatDay, formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { roleOf, type Role } from '#web/platform/session/session.ts';
import { OwnOffers } from '#web/settlement/own-offers.tsx';
import { DeliveryBadge, PaymentBadge, WholeBadge } from '#web/settlement/settlement-badges.tsx';
import type { SettlementSearch } from '#web/settlement/settlement-search.ts';
import { SettlementFigures } from '#web/statistic/settlement-figures.tsx';
import css from './settlement.module.css';

/** The payments and deliveries of the user's companies. For administrators, those of all companies. */
export function SettlementsPage({ role }: { role: Role }) {
  const say = useSay();
  const asked: SettlementSearch = useSearch({ strict: false });
  const query = {
    ...pageQueryOf(asked),
    show: asked.show ?? ('all' as const),
    whole: asked.whole,
    dueWithin: asked.dueWithin,
  };
  const route = role === 'admin' ? listSettlementsAsAdmin : listSettlementsAsUser;
  const result = useQuery(readPageQuery(['settlements', role, query], route, { query }));
  return (
    <>
      <PageTitle title="settlement.title" note={say(`settlement.note.${role}`)} />
      {role === 'user' && <OwnOffers />}
      {role === 'user' && <SettlementFigures role={role} range="year" />}
      <PagedList
        title="settlement.title"
        search="settlement.search"
        columns={COLUMNS}
        result={result}
        query={query}
        isFiltered={query.search !== '' || query.show !== 'all' || query.whole !== undefined}
        none={{ title: 'settlement.none', hint: 'settlement.noneHint', icon: IconReceipt }}
      >
        <FilterSegments
          name="show"
          label="settlement.show"
          all="settlement.all"
          choices={(['toPay', 'toDeliver', 'dueSoon'] as const).map((value) => ({
            value,
            label: say(`settlement.${value}`),
          }))}
        />
        {query.show === 'dueSoon' && (
          <FilterSelect
            name="dueWithin"
            label="settlement.dueWithin"
            all="settlement.withinWeek"
            choices={[1, 3, 14, 30].map((days) => ({
              value: String(days),
              label: say('settlement.withinDays', { days }),
            }))}
          />
        )}
        <FilterSelect
          name="whole"
          label="settlement.state"
          all="settlement.all"
          choices={WHOLE_STATES.map((value) => ({ value, label: say(`settlement.whole.${value}`) }))}
        />
      </PagedList>
    </>
  );
}

type Props = { row: SettlementView };

function Trade({ row }: Props) {
  const role = roleOf(useProfile());
  return (
    <span className={css.name}>
      <Link className="title-link" to={paths.settlement(role, row.id)}>
        {row.title}
      </Link>
      <span className={css.under}>
        <CompanyName of={row.seller} /> → <CompanyName of={row.buyer} />
      </span>
    </span>
  );
}

function Due({ on }: { on: string }) {
  const say = useSay();
  const language = useLanguage();
  return <span className={css.under}>{say('settlement.dueOn', { date: formatDay(on, language) })}</span>;
}

function Payment({ row }: Props) {
  const say = useSay();
  return (
    <>
      <PaymentBadge state={row.payment} />
      <span className={css.under}>
        {say('settlement.paidOf', {
          paid: formatMoney(row.paid, env().currency),
          owed: formatMoney(row.owed, env().currency),
        })}
      </span>
      {row.paymentDueOn && <Due on={row.paymentDueOn} />}
    </>
  );
}

function Delivery({ row }: Props) {
  const say = useSay();
  return (
    <>
      <DeliveryBadge state={row.delivery} />
      <span className={css.under}>
        {say('settlement.deliveredOf', {
          delivered: formatQuantity(row.deliveredQuantity),
          quantity: formatQuantity(row.quantity),
        })}
      </span>
      {row.deliveryDueOn && <Due on={row.deliveryDueOn} />}
    </>
  );
}

const State = ({ row }: Props) => <WholeBadge state={row.whole} />;

const COLUMNS: readonly Column<SettlementView>[] = [
  { id: 'trade', title: 'settlement.trade', Cell: Trade },
  { id: 'payment', title: 'settlement.paymentTrack', width: '210px', Cell: Payment },
  { id: 'delivery', title: 'settlement.deliveryTrack', width: '210px', Cell: Delivery },
  { id: 'state', title: 'settlement.state', width: '160px', Cell: State },
];
