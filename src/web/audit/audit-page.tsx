import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
import { getAuditLine, type AuditDetail, type AuditChange } from '#contract/audit.ts';
import { actText, AuditOutcome } from '#web/audit/audit-act.tsx';
import { columnText, valueText, type Reading } from '#web/audit/audit-value.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { DetailColumns } from '#web/design/layout/detail-columns.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay, type PhraseKey, type Speaker } from '#web/platform/phrases/phrase.ts';
import css from './audit-page.module.css';

/** One act of an administrator. */
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

const Circumstances = ({ line }: { line: AuditDetail }) => (
  <Card title="audit.circumstances">
    <Facts>
      <Fact label="audit.who">{line.username}</Fact>
      <Fact label="audit.at">
        <Moment at={line.at} />
      </Fact>
      <Fact label="audit.address">{line.address}</Fact>
      <Fact label="audit.session">{line.session}</Fact>
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

/** What was before and after, thing by thing. */
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

function Changed({ change, names }: { change: AuditChange; names: Reading['names'] }) {
  const say = useTranslations() as unknown as Speaker;
  const reading: Reading = { say, language: useLocale(), currency: env().currency, names };
  const { table, tableName, key, before, after } = change;
  const kind = kindOf(change);
  const own = Object.values(key).map((value) => valueText('id', value, reading));
  const shown = Object.keys({ ...after, ...before }).filter((column) => isTold(change, column));
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
            {before && <Value title={say('audit.before')} text={valueText(column, before[column], reading)} />}
            {after && <Value title={say('audit.after')} text={valueText(column, after[column], reading)} />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Of what was made or deleted: what it had; its id stands above. */
function isTold({ before, after }: AuditChange, column: string): boolean {
  if (before && after) return true;
  const value = (after ?? before)?.[column];
  return column !== 'id' && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

const Value = ({ title, text }: { title: string; text: string }) => (
  <td data-title={title}>
    <div className={css.value}>{text || '–'}</div>
  </td>
);
