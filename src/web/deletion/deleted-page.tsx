import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { listDeleted, restoreAuction, restoreSellOrder, type DeletedObject } from '#contract/deletion.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { type ListSearch, pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Auctions and sell orders that were deleted in the last 30 days, each with a button that restores it. */
export function DeletedPage() {
  const say = useSay();
  const search: ListSearch = useSearch({ strict: false });
  const query = pageQueryOf(search);
  const result = useQuery(readPageQuery(['deleted-objects', query], listDeleted, { query }));
  return (
    <>
      <PageTitle title="deletion.title" note={say('deletion.note')} />
      <PagedList
        title="deletion.title"
        search="deletion.search"
        columns={COLUMNS}
        result={result}
        query={query}
        isFiltered={query.search !== ''}
        none={{
          title: 'deletion.none',
          hint: 'deletion.noneHint',
          icon: IconTrash,
          found: { title: 'deletion.noneFound', hint: 'deletion.noneFoundHint' },
        }}
      />
    </>
  );
}

type Props = { row: DeletedObject };

const Name = ({ row }: Props) => <strong>{row.title}</strong>;
const Kind = ({ row }: Props) => useSay()(`deletion.${row.kind}`);
const By = ({ row }: Props) => row.deletedBy;
const Deleted = ({ row }: Props) => <Moment at={row.deletedAt} />;
const Until = ({ row }: Props) => <Moment at={row.keptUntil} />;

/** Restores an auction or a sell order, and opens it. */
function Restore({ row }: Props) {
  const say = useSay();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isAuction = row.kind === 'auction';
  const { act, isPending } = useAction({
    send: async () =>
      isAuction
        ? (await api(restoreAuction, { params: { id: row.id } })).id
        : (await api(restoreSellOrder, { params: { id: row.id } })).id,
    changed: () => queryClient.invalidateQueries({ queryKey: ['deleted-objects'] }),
    done: () => say(isAuction ? 'deletion.restoredAuction' : 'deletion.restoredSellOrder', { title: row.title }),
    onDone: (id) => navigate({ to: isAuction ? paths.updateAuction(id) : paths.updateSellOrder(id) }),
  });
  return (
    <ReasonButton
      size="xs"
      variant="default"
      area={isAuction ? 'auctions' : 'marketplace'}
      loading={isPending}
      onClick={() => act()}
    >
      {say('deletion.restore')}
    </ReasonButton>
  );
}

const COLUMNS: readonly Column<DeletedObject>[] = [
  { id: 'title', title: 'auction.title', Cell: Name },
  { id: 'kind', title: 'deletion.kind', width: '120px', Cell: Kind },
  { id: 'by', title: 'deletion.by', width: '160px', Cell: By },
  { id: 'at', title: 'deletion.at', width: '180px', Cell: Deleted },
  { id: 'until', title: 'deletion.until', width: '180px', Cell: Until },
  { id: 'restore', title: 'deletion.restore', width: '120px', Cell: Restore },
];
