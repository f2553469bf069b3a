import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconLeaf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { listHoldingCertificates, listHoldingCertificatesAsAdmin } from '#contract/certificate/backing.ts';
import type { Holding, HoldingMovement } from '#contract/holding/holding.ts';
import { CertificatesCard } from '#web/certificate/certificates-card.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable, tableOf, type Column } from '#web/design/lists/data-table.tsx';
import { pageQueryOf, type ListSearch } from '#web/design/lists/list-search.ts';
import { holdingQuery, movementsQuery } from '#web/holding/holding-query.ts';
import { useRetireReason } from '#web/holding/use-retire-reason.ts';
import { paths } from '#web/paths.ts';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { roleOf, type Role } from '#web/platform/session/session.ts';
import css from './holding.module.css';

type Props = { role: Role; id: string };

/** The page of one holding: its origin, its use, and all its movements. */
export function HoldingPage({ role, id }: Props) {
  const query = useQuery(holdingQuery(role, id));
  return (
    <Loaded query={query} skeleton={<Skeleton height={420} radius="md" />}>
      {(holding) => <Shown role={role} holding={holding} />}
    </Loaded>
  );
}

/** Shows a holding: its product, balances, origin and movements. */
function Shown({ role, holding }: { role: Role; holding: Holding }) {
  const words = useItemWords();
  return (
    <>
      <PageTitle
        title={{ text: words(holding) }}
        note={holding.companyName}
        back={{ to: paths.holdings(role), label: 'holding.title' }}
        actions={role === 'user' && <RetireButton holding={holding} />}
      />
      <div className={css.page}>
        <Card title="holding.about">
          <Balances holding={holding} />
          <Origin role={role} holding={holding} />
        </Card>
        <CertificatesCard
          route={role === 'admin' ? listHoldingCertificatesAsAdmin : listHoldingCertificates}
          id={holding.id}
        />
        <Movements role={role} id={holding.id} />
      </div>
    </>
  );
}

/**
 * A button that opens the page to retire RECs. If the user cannot retire any, the button is disabled and gives the
 * reason.
 */
function RetireButton({ holding }: { holding: Holding }) {
  const say = useSay();
  const navigate = useNavigate();
  const reason = useRetireReason(holding);
  return (
    <ReasonButton
      reason={reason}
      onClick={() => void navigate({ to: paths.retire(holding.id) })}
      leftSection={<IconLeaf size={16} aria-hidden />}
    >
      {say('retirement.retire')}
    </ReasonButton>
  );
}

/**
 * Shows the quantities of the holding in RECs: left, acquired, retired and returned. RECs that are resold or on offer
 * are shown only if there are any.
 */
function Balances({ holding }: { holding: Holding }) {
  const say = useSay();
  const figures = ['balance', 'quantity', 'retired', 'released'] as const;
  return (
    <dl className={css.figures}>
      {figures.map((name) => (
        <div key={name}>
          <dt>{say(`holding.${name}`)}</dt>
          <dd>{formatQuantity(holding[name])}</dd>
        </div>
      ))}
      {holding.listed > 0 && (
        <div>
          <dt>{say('holding.listed')}</dt>
          <dd>{formatQuantity(holding.listed)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Shows from which auction or sell order the RECs came, and at which price. */
function Origin({ role, holding }: { role: Role; holding: Holding }) {
  const { source, acquiredFrom, acquiredAt, price } = holding;
  return (
    <Facts>
      <Fact label="holding.source">
        {source.kind === 'auction' ? (
          <Link to={paths.auctionResult(role, source.id)}>{source.title}</Link>
        ) : (
          source.title
        )}
      </Fact>
      <Fact label="holding.from">{acquiredFrom}</Fact>
      <Fact label="holding.acquiredAt">
        <Moment at={acquiredAt} />
      </Fact>
      <Fact label="holding.price">{formatMoney(price, env().currency)}</Fact>
    </Facts>
  );
}

/** Lists everything that changed the balance. */
function Movements({ role, id }: Props) {
  const say = useSay();
  const asked: ListSearch = useSearch({ strict: false });
  const { currentPage, limit } = pageQueryOf(asked);
  const page = { currentPage, limit };
  const result = useQuery(movementsQuery(role, id, page));
  return (
    <section aria-labelledby="movements">
      <h2 className={css.shareTitle} id="movements">
        {say('holding.movements')}
      </h2>
      <DataTable
        caption="holding.movements"
        columns={MOVEMENT_COLUMNS}
        rowKey={(movement) => movement.id}
        empty={<EmptyState title="list.noneFound" />}
        {...tableOf(result, page)}
      />
    </section>
  );
}

type RowProps = { row: HoldingMovement };

const At = ({ row }: RowProps) => <Moment at={row.at} />;
/** The RECs of a movement, with a sign: “+” for RECs that came in. */
const Quantity = ({ row }: RowProps) => `${row.quantity > 0 ? '+' : ''}${formatQuantity(row.quantity)}`;
const After = ({ row }: RowProps) => <strong>{formatQuantity(row.balanceAfter)}</strong>;
const By = ({ row }: RowProps) => row.by ?? '–';

/** Shows the kind of a movement, its remark and, if RECs were retired, the number of the retirement statement. */
function Kind({ row }: RowProps) {
  const say = useSay();
  const role = roleOf(useProfile());
  return (
    <>
      <span className={css.strong}>{say(`holding.movement_${row.kind}`)}</span>
      {row.remark !== '' && <span className={css.under}>{row.remark}</span>}
      {row.retirement && (
        <Link to={paths.retirement(role, row.retirement.id)} className={`${css.number} ${css.below}`}>
          {row.retirement.number}
        </Link>
      )}
    </>
  );
}

/** The columns of the movements. Quantities are in RECs. */
const MOVEMENT_COLUMNS: readonly Column<HoldingMovement>[] = [
  { id: 'at', title: 'holding.movedAt', width: '200px', Cell: At },
  { id: 'kind', title: 'holding.movement', Cell: Kind },
  { id: 'quantity', title: 'holding.moved', align: 'end', width: '140px', Cell: Quantity },
  { id: 'after', title: 'holding.balanceAfter', align: 'end', width: '140px', Cell: After },
  { id: 'by', title: 'holding.movedBy', width: '160px', Cell: By },
];
