import { IconHistory, IconBan, IconHourglassHigh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import {
  getAuditLine,
  type AuditDetail,
  type AuditChange,
  type AuditLine,
  exportAuditLines,
  listAuditLines,
} from '#contract/audit.ts';
import { AUDIT_ACTS } from '#domain/access/audit-trail.ts';
import type { auditSearch } from '#web/audit/audit-search.ts';
import { columnText, valueText, type ValueContext } from '#web/audit/audit-value.ts';
import { DateFilter } from '#web/design/dates/date-filter.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { DetailColumns } from '#web/design/layout/detail-columns.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import type { Column } from '#web/design/lists/data-table.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { readQuery, readPageQuery } from '#web/platform/calls/read-query.ts';
import { useCompanyWords } from '#web/platform/format/company-words.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay, type PhraseKey, type Speaker, type Say } from '#web/platform/phrases/phrase.ts';
import css from './audit-page.module.css';

/** One action of an administrator. */
export function AuditPage({ id }: { id: string }) {
  const say = useSay();
  const query = useQuery(readQuery(['audit-line', id], getAuditLine, { params: { id } }));
  useDocumentTitle(query.data ? actText(say, query.data) : say('audit.title'));
  return (
    <Loaded query={query} skeleton={<EditorSkeleton />}>
      {(line) => <Shown line={line} />}
    </Loaded>
  );
}

/** Shows one action: the values that it changed, its circumstances, and the data that was sent. */
function Shown({ line }: { line: AuditDetail }) {
  const say = useSay();
  return (
    <>
      <PageTitle
        title={{ text: actText(say, line) }}
        note={line.about}
        back={{ to: paths.auditTrail, label: 'audit.title' }}
      />
      <DetailColumns
        main={<AuditChanges {...line} />}
        aside={
          <>
            <Circumstances line={line} />
            <Card title="audit.sent">
              <pre className={css.sent}>{JSON.stringify({ ...line.subject, ...Object(line.sent) }, null, 2)}</pre>
            </Card>
          </>
        }
      />
    </>
  );
}

/** Shows who acted, when, from which address, and with which result. */
const Circumstances = ({ line }: { line: AuditDetail }) => (
  <Card title="audit.circumstances">
    <Facts>
      <Fact label="audit.who">{line.username}</Fact>
      <Fact label="audit.at">
        <Moment at={line.at} />
      </Fact>
      <Fact label="audit.address">{line.address}</Fact>
      <Fact label="audit.session">{line.session}</Fact>
      {line.apiKey !== '' && <Fact label="audit.byKey">{line.apiKey}</Fact>}
      {line.approvedBy !== '' && <Fact label="audit.approvedBy">{line.approvedBy}</Fact>}
      <Fact label="audit.outcome">
        <AuditOutcome outcome={line.outcome} />
      </Fact>
      <Fact label="audit.call" isWide>
        {line.action}
      </Fact>
    </Facts>
  </Card>
);

type Props = Pick<AuditDetail, 'changes' | 'changeCount' | 'names'>;

/** The values before and after the action. They are grouped by the database row that was changed. */
function AuditChanges({ changes, changeCount, names }: Props) {
  const say = useSay();
  return (
    <Card title="audit.changes">
      {changes.length === 0 && <p className={css.note}>{say('audit.noChanges')}</p>}
      {changes.map((change, at) => (
        <Changed key={at} change={change} names={names} />
      ))}
      {changes.length < changeCount && (
        <p className={css.note}>{say('audit.moreChanges', { shown: changes.length, total: changeCount })}</p>
      )}
    </Card>
  );
}

type Kind = 'made' | 'changed' | 'deleted';
const KINDS: Record<Kind, PhraseKey> = { made: 'audit.made', changed: 'audit.changed', deleted: 'audit.deleted' };
const kindOf = ({ before, after }: AuditChange): Kind =>
  before === null ? 'made' : after === null ? 'deleted' : 'changed';

/** Shows the values of one database row before and after the action. */
function Changed({ change, names }: { change: AuditChange; names: ValueContext['names'] }) {
  const say = useTranslations() as unknown as Speaker;
  const [words, language] = [useCompanyWords(), useLanguage()];
  const context: ValueContext = { say, words, language, currency: env().currency, names };
  const { table, tableName, key, before, after } = change;
  const kind = kindOf(change);
  const own = Object.values(key).map((value) => valueText('id', value, context));
  const shown = Object.keys({ ...after, ...before }).filter((column) => isChangeShown(change, column));
  return (
    <table className={css.change} data-kind={kind}>
      <caption>
        <strong>{table === null ? tableName : say(`audit.table.${table}`)}</strong>
        <span className={css.kind}>{say(KINDS[kind])}</span>
        <span className={css.key}>{own.join(' · ')}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{say('audit.field')}</th>
          {before && <th scope="col">{say('audit.before')}</th>}
          {after && <th scope="col">{say('audit.after')}</th>}
        </tr>
      </thead>
      <tbody>
        {shown.map((column) => (
          <tr key={column}>
            <th scope="row">{columnText(say, column)}</th>
            {before && <Value title={say('audit.before')} text={valueText(column, before[column], context)} />}
            {after && <Value title={say('audit.after')} text={valueText(column, after[column], context)} />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Returns whether a column is shown. For a created or deleted row, empty values are left out, and the id is only in the
 * heading.
 */
function isChangeShown({ before, after }: AuditChange, column: string): boolean {
  if (before && after) return true;
  const value = (after ?? before)?.[column];
  return column !== 'id' && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

const Value = ({ title, text }: { title: string; text: string }) => (
  <td data-title={title}>
    <div className={css.value}>{text || '–'}</div>
  </td>
);

/** The actions of administrators, newest first. */
export function AuditListPage() {
  const say = useSay();
  const asked: ReturnType<typeof auditSearch> = useSearch({ strict: false });
  const filters = auditFilters(asked);
  const query = { ...filters, ...pageQueryOf(asked) };
  const result = useQuery(readPageQuery(['audit-trail', query], listAuditLines, { query }));
  const isFiltered = Object.values(filters).some((filter) => filter !== '');
  return (
    <>
      <PageTitle title="audit.title" note={say('audit.note')} />
      <PagedList
        list="audit-trail"
        title="audit.title"
        search="audit.search"
        columns={AUDIT_COLUMNS}
        result={result}
        query={query}
        isFiltered={isFiltered}
        none={{ title: 'audit.none', hint: 'audit.noneHint', icon: IconHistory }}
        load={(format) => apiFile(exportAuditLines, { query: { ...filters, format } })}
      >
        <FilterSelect
          name="act"
          label="audit.what"
          all="audit.anyAct"
          choices={AUDIT_ACTS.map((value) => ({ value, label: say(`audit.act.${value}`) }))}
        />
        <DateFilter name="from" label="audit.from" />
        <DateFilter name="to" label="audit.to" />
      </PagedList>
    </>
  );
}

/** Returns the list's filters as a query of the API. */
function auditFilters({ search, act, from, to }: ReturnType<typeof auditSearch>) {
  const known = AUDIT_ACTS.find((one) => one === act);
  return { search: search ?? '', ...(known && { act: known }), ...(from && { from }), ...(to && { to }) };
}

type RowProps = { row: AuditLine };

/** Links to the action. The back link on the action's page restores the current state of this list. */
function Act({ row }: RowProps) {
  const say = useSay();
  const list = useSearch({ strict: false });
  return (
    <Link to={paths.auditLine(row.id)} state={{ list }} className={css.act}>
      {actText(say, row)}
    </Link>
  );
}
const About = ({ row }: RowProps) => <span className={css.about}>{row.about || '–'}</span>;
const Who = ({ row: { username, apiKey, approvedBy } }: RowProps) =>
  [username, apiKey, approvedBy].filter((name) => name !== '').join(' · ');
const When = ({ row }: RowProps) => <Moment at={row.at} />;
const Where = ({ row }: RowProps) => <span className="figure">{row.address || '–'}</span>;
const Outcome = ({ row }: RowProps) => <AuditOutcome outcome={row.outcome} />;

const AUDIT_COLUMNS: readonly Column<AuditLine>[] = [
  { id: 'act', title: 'audit.what', Cell: Act },
  { id: 'about', title: 'audit.about', Cell: About },
  { id: 'who', title: 'audit.who', width: '150px', Cell: Who },
  { id: 'when', title: 'audit.at', width: '200px', Cell: When },
  { id: 'where', title: 'audit.where', width: '150px', Cell: Where },
  { id: 'outcome', title: 'audit.outcome', width: '120px', Cell: Outcome },
];

/** Returns the action in words, or the request if this release has no phrase for the action. */
const actText = (say: Say, { act, action }: Pick<AuditLine, 'act' | 'action'>): string =>
  act === null ? action : say(`audit.act.${act}`);

/** Marks refused actions with a badge. The other actions have no badge, because nearly all actions succeed. */
function AuditOutcome({ outcome }: Pick<AuditLine, 'outcome'>) {
  const say = useSay();
  if (outcome === 'requested') return <StatusBadge tone="warn" label="audit.requested" icon={IconHourglassHigh} />;
  return outcome === 'done' ? say('audit.done') : <StatusBadge tone="bad" label="audit.refused" icon={IconBan} />;
}
