import { useQuery } from '@tanstack/react-query';
import type { ApiKey, ApiKeyAct } from '#contract/company/api-key.ts';
import { apiKeyActsQuery } from '#web/automation/automation-query.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { IconHistory } from '@tabler/icons-react';
import css from './automation.module.css';

type Props = { accountId: string; apiKey: ApiKey; onClose: () => void };
type Row = ApiKeyAct & { readonly index: number };

const At = ({ row }: { row: Row }) => <Moment at={row.at} />;
const Call = ({ row }: { row: Row }) => <code className={css.call}>{pathOf(row)}</code>;

/** The path of the call, with what it named. */
const pathOf = ({ action, subject }: ApiKeyAct): string =>
  action.replaceAll(/\{(\w+)\}/g, (_, name: string) => subject[name] ?? '');

const COLUMNS: readonly Column<Row>[] = [
  { id: 'at', title: 'room.time', width: '190px', Cell: At },
  { id: 'call', title: 'automation.call', Cell: Call },
];

/** What was changed through a key. */
export function ApiKeyActsDialog({ accountId, apiKey, onClose }: Props) {
  const say = useSay();
  const { data, error, refetch } = useQuery(apiKeyActsQuery(accountId, apiKey.id));
  return (
    <Dialog title={say('automation.actsOf', { name: apiKey.name })} isOpen onClose={onClose} size="lg">
      <DataTable
        caption="automation.acts"
        columns={COLUMNS}
        rows={data?.map((act, index) => ({ ...act, index }))}
        rowKey={({ index }) => String(index)}
        error={error && asApiError(error)}
        onRetry={() => void refetch()}
        empty={<EmptyState title="automation.noActs" icon={IconHistory} />}
      />
    </Dialog>
  );
}
