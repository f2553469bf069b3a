import { IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { createContext, use, useState } from 'react';
import { listToBack, type ToBack } from '#contract/certificate/backing.ts';
import { AssignDialog } from '#web/certificate/assign-dialog.tsx';
import { dueText } from '#web/certificate/certificate-words.ts';
import type { CertificateSearch } from '#web/certificate/certificate-search.ts';
import { RowButton } from '#web/certificate/device-list.tsx';
import type { Membership } from '#web/company/account-choice.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { FilterSegments } from '#web/design/lists/filter-segments.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './certificates.module.css';

type Row = ToBack & { readonly id: string };
type Props = { row: Row };

const Assign = createContext<((row: ToBack) => void) | undefined>(undefined);

/** RECs that a company offers or has sold, with the number that has certificates. */
export function ToBackList({ account, isClosed }: { account: Membership; isClosed: boolean }) {
  const say = useSay();
  const asked: CertificateSearch = useSearch({ strict: false });
  const [chosen, choose] = useState<ToBack>();
  const show: 'open' | 'all' = asked.show ?? 'open';
  const query = { ...pageQueryOf(asked), show };
  const params = { id: account.id };
  const result = useQuery({
    ...readPageQuery(['backings', account.id, query], listToBack, { params, query }),
    select: (page) => ({ ...page, items: page.items.map((one): Row => ({ ...one, id: one.sourceId })) }),
  });
  return (
    <Assign value={isClosed ? undefined : choose}>
      <PagedList
        title="certificate.toBack"
        search="certificate.searchToBack"
        columns={COLUMNS}
        result={result}
        query={query}
        isFiltered={show === 'all' || query.search !== ''}
        none={{ title: 'certificate.nothingToBack', hint: 'certificate.nothingToBackHint', icon: IconCircleCheck }}
      >
        <FilterSegments
          name="show"
          label="certificate.state"
          all="certificate.openOnly"
          choices={[{ value: 'all', label: say('certificate.allStates') }]}
        />
      </PagedList>
      {chosen && <AssignDialog accountId={account.id} place={chosen} onClose={() => choose(undefined)} />}
    </Assign>
  );
}

function Title({ row }: Props) {
  const say = useSay();
  return (
    <span className={css.name}>
      <strong>{row.title}</strong>
      <span className={css.under}>
        {row.buyer === null ? say('certificate.onOffer') : say('certificate.soldTo', { buyer: row.buyer })}
      </span>
    </span>
  );
}

const ProductName = ({ row }: Props) => <span className={css.name}>{useItemWords()(row)}</span>;
const Quantity = ({ row }: Props) => <span className="figure">{formatQuantity(row.quantity)}</span>;

function Backed({ row }: Props) {
  const say = useSay();
  const isDone = Number(row.backed) >= row.quantity;
  return (
    <>
      <StatusBadge
        tone={isDone ? 'good' : 'warn'}
        icon={isDone ? IconCircleCheck : IconHourglass}
        label={isDone ? 'certificate.backed' : 'certificate.toDeliver'}
      />
      <span className={css.under}>{say('certificate.backedOf', { backed: row.backed, quantity: row.quantity })}</span>
      {!isDone && row.due && <span className={css.under}>{dueText(say, row.due)}</span>}
    </>
  );
}

function Buttons({ row }: Props) {
  const say = useSay();
  const assign = use(Assign);
  return assign && <RowButton label={say('certificate.assign')} onClick={() => assign(row)} />;
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'title', title: 'certificate.sale', Cell: Title },
  { id: 'product', title: 'certificate.product', Cell: ProductName },
  { id: 'quantity', title: 'certificate.quantity', align: 'end', width: '120px', Cell: Quantity },
  { id: 'backed', title: 'certificate.state', width: '190px', Cell: Backed },
  { id: 'actions', title: 'auction.actions', width: '190px', Cell: Buttons },
];
