import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { createContext, use, useState } from 'react';
import { listRegistryTasks, type RegistryTask } from '#contract/claim/claim.ts';
import { SHOWN, type registryTaskSearch } from '#web/claim/registry-task-search.ts';
import { judgeActing } from '#domain/access/may.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable, tableOf, type Column } from '#web/design/lists/data-table.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { HOLDINGS_KEY } from '#web/holding/holding-query.ts';
import { ProductLines } from '#web/holding/product-line.tsx';
import { RecordRegistryDialog } from '#web/holding/record-registry-dialog.tsx';
import { paths } from '#web/paths.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { countryName } from '#web/platform/format/country-name.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import css from './claim.module.css';

/** Retirements of RECs that the user's companies sold, and the dialog that records each at the registry. */
export function RegistryTasksPage() {
  const say = useSay();
  const { show, ...asked }: ReturnType<typeof registryTaskSearch> = useSearch({ strict: false });
  const page = pageQueryOf(asked);
  const query = { ...page, show };
  const result = useQuery(readPageQuery([...HOLDINGS_KEY, 'registry-tasks', query], listRegistryTasks, { query }));
  const [recorded, record] = useState<RegistryTask>();
  return (
    <>
      <PageTitle
        title="claim.tasksTitle"
        note={say('claim.tasksNote')}
        back={{ to: paths.retirements('user'), label: 'retirement.title' }}
      />
      <Toolbar>
        <SearchField label="claim.tasksSearch" />
        <FilterSelect
          name="show"
          label="claim.show"
          all="claim.showwaiting"
          choices={SHOWN.map((value) => ({ value, label: say(`claim.show${value}`) }))}
        />
      </Toolbar>
      <Recording value={record}>
        <DataTable
          caption="claim.tasksTitle"
          columns={COLUMNS}
          rowKey={({ retirementId, sellerAccountId }) => `${retirementId} ${sellerAccountId}`}
          empty={
            <NothingListed
              title="claim.tasksNone"
              hint="claim.tasksNoneHint"
              icon={IconBuildingBank}
              isFiltered={page.search !== ''}
            />
          }
          {...tableOf(result, page)}
        />
      </Recording>
      {recorded && (
        <RecordRegistryDialog
          role="user"
          retirement={{ id: recorded.retirementId, number: recorded.number }}
          onClose={() => record(undefined)}
        />
      )}
    </>
  );
}

/** Opens the dialog for a row. Columns are constant, so the cells get this function from a context. */
const Recording = createContext<(task: RegistryTask) => void>(() => undefined);

type RowProps = { row: RegistryTask };

function Statement({ row }: RowProps) {
  return (
    <>
      <span className={css.number}>{row.number}</span>
      <span className={css.under}>
        <Moment at={row.retiredAt} />
      </span>
    </>
  );
}

function For({ row: { nameOnCertificates, country, location, companyName } }: RowProps) {
  const say = useSay();
  const language = useLanguage();
  const place = [location, country && countryName(country, language)].filter(Boolean).join(', ');
  return (
    <>
      <strong>{nameOnCertificates}</strong>
      <span className={css.under}>{place || say('claim.unknown')}</span>
      <span className={css.under}>{companyName}</span>
    </>
  );
}

function Claimed({ row: { claim } }: RowProps) {
  const say = useSay();
  return (
    <>
      {claim.periodFrom === null ? say('claim.unknown') : `${claim.periodFrom} – ${claim.periodTo ?? ''}`}
      <span className={css.under}>{claim.purposeText || say(`claim.purposes.${claim.purpose}`)}</span>
    </>
  );
}

function Registry({ row: { registry } }: RowProps) {
  const say = useSay();
  if (!registry) return say('claim.waiting');
  return (
    <>
      {registry.registry}
      <span className={css.under}>{registry.reference}</span>
    </>
  );
}

function RecordCell({ row }: RowProps) {
  const say = useSay();
  const record = use(Recording);
  const account = useProfile().accounts.find(({ id }) => id === row.sellerAccountId);
  const refusal = account && judgeActing(account);
  return (
    <ReasonButton
      size="xs"
      variant="default"
      reason={refusal && `error.${refusal}`}
      name={`${say('claim.record')}: ${row.number}`}
      onClick={() => record(row)}
    >
      {say('claim.record')}
    </ReasonButton>
  );
}

const Quantity = ({ row }: RowProps) => <strong>{formatQuantity(row.quantity)}</strong>;
const Products = ({ row }: RowProps) => <ProductLines lines={row.lines} />;

const COLUMNS: readonly Column<RegistryTask>[] = [
  { id: 'number', title: 'retirement.number', width: '210px', Cell: Statement },
  { id: 'quantity', title: 'retirement.quantity', align: 'end', width: '120px', Cell: Quantity },
  { id: 'goods', title: 'holding.goods', Cell: Products },
  { id: 'for', title: 'beneficiary.title', Cell: For },
  { id: 'claim', title: 'claim.period', Cell: Claimed },
  { id: 'registry', title: 'claim.registry', Cell: Registry },
  { id: 'record', title: 'claim.record', width: '120px', Cell: RecordCell },
];
