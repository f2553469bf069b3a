import {
  getAwardStatementAsAdmin,
  getAwardStatementAsUser,
  STATEMENT_FORMATS,
  type StatementFormat,
} from '#contract/award.ts';
import { DownloadButton } from '#web/design/download-button.tsx';
import { apiFile } from '#web/platform/api.ts';
import { useSay } from '#web/platform/phrase.ts';
import type { Role } from '#web/platform/session.ts';
import css from './result.module.css';

/** What the reader's awards come to, as a statement: on paper and for spreadsheets. */
export function StatementButtons({ role, id }: { role: Role; id: string }) {
  const say = useSay();
  const load = (format: StatementFormat): Promise<Blob> =>
    apiFile(role === 'admin' ? getAwardStatementAsAdmin : getAwardStatementAsUser, {
      params: { id },
      query: { format },
    });
  return (
    <div className={css.statement} role="group" aria-label={say('result.statement')}>
      {STATEMENT_FORMATS.map((format) => (
        <DownloadButton
          key={format}
          label={say('result.statementAs', { format: format.toUpperCase() })}
          name={`${say('result.statement')}.${format}`}
          load={() => load(format)}
        />
      ))}
    </div>
  );
}
