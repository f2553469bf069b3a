import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type AuditLine, exportAuditLines, listAuditLines } from '#contract/audit.ts';
import { AUDIT_ACTS } from '#domain/access/audit-trail.ts';
import { actText, AuditOutcome } from '#web/audit/audit-act.tsx';
import type { AuditSearch } from '#web/audit/audit-search.ts';
import { DateFilter } from '#web/design/dates/date-filter.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { type Column, DataTable, tableOf } from '#web/design/lists/data-table.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './audit-columns.module.css';

/** What administrators did, the latest first. */
export function AuditListPage() {
  const say = useSay();
  const asked: AuditSearch = useSearch({ strict: false });
  const filters = auditFilters(asked);
  const query = { ...filters, ...pageQueryOf(asked) };
  const result = useQuery(readPageQuery(['audit-trail', query], listAuditLines, { query }));
  const isFiltered = Object.values(filters).some((filter) => filter !== '');
  return (
    <>
      <PageTitle title="audit.title" note={say('audit.note')} />
      <Toolbar>
        <SearchField label="audit.search" />
        <FilterSelect
          name="act"
          label="audit.what"
          all="audit.anyAct"
          choices={AUDIT_ACTS.map((value) => ({ value, label: say(`audit.act.${value}`) }))}
        />
        <DateFilter name="from" label="audit.from" />
        <DateFilter name="to" label="audit.to" />
        <ListViews list="audit-trail" columns={AUDIT_COLUMNS} />
        <ExportButtons
          name={say('audit.title')}
          load={(format) => apiFile(exportAuditLines, { query: { ...filters, format } })}
        />
      </Toolbar>
      <DataTable
        list="audit-trail"
        caption="audit.title"
        columns={AUDIT_COLUMNS}
        rowKey={({ id }) => id}
        empty={<NothingListed isFiltered={isFiltered} title="audit.none" hint="audit.noneHint" icon={IconHistory} />}
        {...tableOf(result, query)}
      />
    </>
  );
}

/** The filters as the API takes them. */
function auditFilters({ search, act, from, to }: AuditSearch) {
  const known = AUDIT_ACTS.find((one) => one === act);
  return { search: search ?? '', ...(known && { act: known }), ...(from && { from }), ...(to && { to }) };
}

type Props = { row: AuditLine };

/** Leads to the act, which leads back to the list as it stands now. */
function Act({ row }: Props) {
  const say = useSay();
  const list = useSearch({ strict: false });
  return (
    <Link to={paths.auditLine(row.id)} state={{ list }} className={css.act}>
      {actText(say, row)}
    </Link>
  );
}
const About = ({ row }: Props) => <span className={css.about}>{row.about || '–'}</span>;
const Who = ({ row }: Props) => row.username;
const When = ({ row }: Props) => <Moment at={row.at} />;
const Where = ({ row }: Props) => <span className="figure">{row.address || '–'}</span>;
const Outcome = ({ row }: Props) => <AuditOutcome outcome={row.outcome} />;

const AUDIT_COLUMNS: readonly Column<AuditLine>[] = [
  { id: 'act', title: 'audit.what', Cell: Act },
  { id: 'about', title: 'audit.about', Cell: About },
  { id: 'who', title: 'audit.who', width: '150px', Cell: Who },
  { id: 'when', title: 'audit.at', width: '200px', Cell: When },
  { id: 'where', title: 'audit.where', width: '150px', Cell: Where },
  { id: 'outcome', title: 'audit.outcome', width: '120px', Cell: Outcome },
];
