import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ServiceStatus } from '#contract/health.ts';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { OUTAGE_COLUMNS } from '#web/health/outage-columns.tsx';
import { PROCESS_COLUMNS } from '#web/health/process-columns.tsx';
import { statusQuery } from '#web/health/health-query.ts';
import { troublesOf, type TroubleKind } from '#web/health/troubles.ts';
import { WaitingCard } from '#web/health/waiting-card.tsx';
import css from './health.module.css';

/** How the service itself is, a few seconds ago. */
export function StatusPage() {
  const say = useSay();
  const query = useQuery(statusQuery);
  return (
    <>
      <PageTitle title="serviceStatus.title" note={say('serviceStatus.note')} />
      <Loaded query={query} skeleton={<EditorSkeleton />}>
        {(status) => (
          <div className={css.page}>
            {query.isError ? <Old at={status.at} /> : <Health status={status} />}
            <Section title="serviceStatus.processes">
              <DataTable
                caption="serviceStatus.processes"
                columns={PROCESS_COLUMNS}
                rows={status.processes}
                rowKey={({ id }) => id}
                empty={<EmptyState title="serviceStatus.noProcesses" icon={IconPlugConnectedX} />}
              />
            </Section>
            <WaitingCard status={status} />
            <Section title="serviceStatus.outages">
              <DataTable
                caption="serviceStatus.outages"
                columns={OUTAGE_COLUMNS}
                rows={status.outages}
                rowKey={({ id }) => id}
                empty={
                  <EmptyState
                    title="serviceStatus.noOutages"
                    hint="serviceStatus.noOutagesHint"
                    icon={IconCircleCheck}
                  />
                }
              />
            </Section>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Section({ title, children }: { title: PhraseKey; children: React.ReactNode }) {
  const say = useSay();
  return (
    <section aria-label={say(title)}>
      <h2 className={css.title}>{say(title)}</h2>
      {children}
    </section>
  );
}

/** The server doesn't answer any more: what stands here is from before. */
const Old = ({ at }: { at: string }) => (
  <Notice tone="bad" icon={IconPlugConnectedX} title="serviceStatus.old">
    <Moment at={at} />
  </Notice>
);

const WORDS = {
  silent: 'serviceStatus.trouble.silent',
  clockOff: 'serviceStatus.trouble.clockOff',
  timersLate: 'serviceStatus.trouble.timersLate',
  databaseSlow: 'serviceStatus.trouble.databaseSlow',
  connectionsShort: 'serviceStatus.trouble.connectionsShort',
  filesAway: 'serviceStatus.trouble.filesAway',
  bidsWait: 'serviceStatus.trouble.bidsWait',
  overdue: 'serviceStatus.trouble.overdue',
  mailsWait: 'serviceStatus.trouble.mailsWait',
  textsWait: 'serviceStatus.trouble.textsWait',
  givenUp: 'serviceStatus.trouble.givenUp',
} as const satisfies Record<TroubleKind, PhraseKey>;

function Health({ status }: { status: ServiceStatus }) {
  const say = useSay();
  const troubles = troublesOf(status);
  if (troubles.length === 0) return <Notice tone="good" icon={IconCircleCheck} title="serviceStatus.well" />;
  return (
    <Notice tone="bad" icon={IconAlertTriangle} title="serviceStatus.notWell">
      <ul className={css.troubles}>
        {troubles.map(({ what, who = '', count = 0 }) => (
          <li key={what + who}>{say(WORDS[what], { who, count })}</li>
        ))}
      </ul>
    </Notice>
  );
}
