import { useQuery } from '@tanstack/react-query';
import { getAuditLine, type AuditDetail } from '#contract/audit.ts';
import { actText, AuditOutcome } from '#web/audit/audit-act.tsx';
import { AuditChanges } from '#web/audit/audit-changes.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { DetailColumns } from '#web/design/layout/detail-columns.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './audit-page.module.css';

/** One act of an administrator. */
export function AuditPage({ id }: { id: string }) {
  const say = useSay();
  const query = useQuery({
    queryKey: ['audit-line', id],
    queryFn: ({ signal }) => api(getAuditLine, { params: { id }, signal }),
    meta: { silent: true },
  });
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
