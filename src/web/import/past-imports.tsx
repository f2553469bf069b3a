import { IconArrowBackUp } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import type { StoredImport } from '#contract/import/import.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { DataTable, tableOf, type Column } from '#web/design/lists/data-table.tsx';
import { pageQueryOf, type ListSearch } from '#web/design/lists/list-search.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './import.module.css';

type Query = { readonly currentPage: number; readonly limit: number };
type Listed = { readonly items: readonly StoredImport[]; readonly total: number };
type Props = {
  /** Names the list in the cache of queries. */
  name: readonly string[];
  /** The state of the list in the URL. */
  search: ListSearch;
  load: (query: Query, signal: AbortSignal) => Promise<Listed>;
  undo: (id: string) => Promise<unknown>;
  /** The queries that show the imported rows. */
  shownIn: readonly string[];
};

/** The earlier imports, the newest first. Each can be undone until one of its rows is used. */
export function PastImports({ name, search, load, undo, shownIn }: Props) {
  const say = useSay();
  const queryClient = useQueryClient();
  const { currentPage, limit } = pageQueryOf(search);
  const query = { currentPage, limit };
  const result = useQuery({
    queryKey: [...name, query],
    queryFn: ({ signal }) => load(query, signal),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const { act } = useAction({
    question: ({ fileName, lines }: StoredImport) => ({
      title: 'import.undoTitle',
      text: 'import.undoText',
      params: { file: fileName, lines },
      yes: 'import.undo',
      isDangerous: true,
    }),
    send: ({ id }) => undo(id),
    changed: async () => {
      await queryClient.invalidateQueries({ queryKey: name });
      await queryClient.invalidateQueries({ queryKey: shownIn });
    },
    done: ({ fileName }) => say('import.undoneToast', { file: fileName }),
  });
  const actions = useMemo(() => ({ undo: act }), [act]);
  if (result.data?.total === 0) return null;
  return (
    <div className={css.past}>
      <Card title="import.past">
        <UndoContext value={actions}>
          <DataTable
            caption="import.past"
            columns={COLUMNS}
            rowKey={({ id }) => id}
            empty={null}
            {...tableOf(result, query)}
          />
        </UndoContext>
      </Card>
    </div>
  );
}

/** The columns are constants, so their buttons get the action from a context. */
const UndoContext = createContext<{ readonly undo: (one: StoredImport) => void } | undefined>(undefined);
type RowProps = { row: StoredImport };

function Undo({ row }: RowProps) {
  const say = useSay();
  const actions = use(UndoContext);
  if (row.undoneAt !== null) return <StatusBadge tone="quiet" icon={IconArrowBackUp} label="import.undone" />;
  return (
    <ReasonButton
      size="xs"
      variant="subtle"
      isDangerous
      reason={undefined}
      name={`${say('import.undo')}: ${row.fileName}`}
      onClick={() => actions?.undo(row)}
      leftSection={<IconArrowBackUp size={15} aria-hidden />}
    >
      {say('import.undo')}
    </ReasonButton>
  );
}

function FileName({ row }: RowProps) {
  const say = useSay();
  return (
    <span className={css.name}>
      {row.fileName}
      <span className={css.under}>{say('import.lineCount', { lines: row.lines })}</span>
    </span>
  );
}

const COLUMNS: readonly Column<StoredImport>[] = [
  { id: 'file', title: 'import.file', Cell: FileName },
  { id: 'at', title: 'import.at', width: '190px', Cell: ({ row }) => <Moment at={row.createdAt} /> },
  { id: 'by', title: 'import.by', width: '150px', Cell: ({ row }) => row.username },
  { id: 'undo', title: 'import.undo', width: '150px', Cell: Undo },
];
