import { useLocale, useTranslations } from 'use-intl';
import type { AuditChange, AuditDetail } from '#contract/audit.ts';
import { columnText, valueText, type Reading } from '#web/audit/audit-value.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { env } from '#web/platform/page/env.ts';
import { useSay, type PhraseKey, type Speaker } from '#web/platform/phrases/phrase.ts';
import css from './audit-changes.module.css';

type Props = Pick<AuditDetail, 'changes' | 'changeCount' | 'names'>;

/** What was before and after, thing by thing. */
export function AuditChanges({ changes, changeCount, names }: Props) {
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
