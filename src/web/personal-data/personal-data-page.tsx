import { useQuery } from '@tanstack/react-query';
import { exportPersonalData, getPersonalData, type PersonalData } from '#contract/personal-data.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { DownloadButton } from '#web/design/lists/download-button.tsx';
import { ErasureSection } from '#web/personal-data/erasure-section.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api, apiFile } from '#web/platform/calls/api.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './personal-data.module.css';

type Row = PersonalData['sections'][number];

const Kind = ({ row }: { row: Row }) => <strong>{useSay()(`personalData.section.${row.section}`)}</strong>;
const Entries = ({ row }: { row: Row }) => formatQuantity(row.entries);
const Fate = ({ row }: { row: Row }) => useSay()(`personalData.fate.${row.section}`);

const COLUMNS: readonly Column<Row>[] = [
  { id: 'kind', title: 'personalData.kind', width: '240px', Cell: Kind },
  { id: 'entries', title: 'personalData.entries', align: 'end', width: '100px', Cell: Entries },
  { id: 'fate', title: 'personalData.onErasure', Cell: Fate },
];

/** What the platform holds about the person, as a file to keep, and the way to have it erased (decision 51). */
export function PersonalDataPage() {
  const say = useSay();
  const { data, error, refetch } = useQuery({
    queryKey: ['personal-data'],
    queryFn: ({ signal }) => api(getPersonalData, { signal }),
    meta: { silent: true },
  });
  return (
    <>
      <PageTitle
        title="personalData.title"
        note={say('personalData.note')}
        actions={
          <DownloadButton
            label={say('personalData.download')}
            name="personal-data.json"
            load={() => apiFile(exportPersonalData, {})}
          />
        }
      />
      <div className={css.page}>
        <DataTable
          caption="personalData.title"
          columns={COLUMNS}
          rows={data?.sections}
          rowKey={({ section }) => section}
          error={error && asApiError(error)}
          onRetry={() => void refetch()}
          empty={null}
        />
        {data && <ErasureSection {...data} />}
      </div>
    </>
  );
}
