import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getServiceStatus, type Outage, type ServiceStatus } from '#contract/health.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { type Column, DataTable } from '#web/design/lists/data-table.tsx';
import { PROCESS_COLUMNS } from '#web/health/process-columns.tsx';
import { type TroubleKind, troublesOf } from '#web/health/troubles.ts';
import { WaitingCard } from '#web/health/waiting-card.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { formatWait } from '#web/platform/format/format.ts';
import { type PhraseKey, useSay } from '#web/platform/phrases/phrase.ts';
import css from './health.module.css';

type Props = { row: Outage };

const From = ({ row }: Props) => <Moment at={row.from} />;
const To = ({ row }: Props) => <Moment at={row.to} />;

const Length = ({ row: { from, to } }: Props) => (
  <span className="figure">{formatWait(Math.round((Date.parse(to) - Date.parse(from)) / 1_000))}</span>
);

/** Those from before their names were kept are counted only. */
function Auctions({ row: { extended, auctions } }: Props) {
  const say = useSay();
  const unnamed = extended - auctions.length;
  if (extended === 0) return say('serviceStatus.noAuctions');
  return (
    <ul className={css.auctions}>
      {auctions.map(({ id, title }) => (
        <li key={id}>
          <Link to={paths.auctionDetail('admin', id)}>{title}</Link>
        </li>
      ))}
      {unnamed > 0 && <li>{say('serviceStatus.moreAuctions', { count: unnamed })}</li>}
    </ul>
  );
}

const OUTAGE_COLUMNS: readonly Column<Outage>[] = [
  { id: 'from', title: 'serviceStatus.from', width: '210px', Cell: From },
  { id: 'to', title: 'serviceStatus.to', width: '210px', Cell: To },
  { id: 'length', title: 'serviceStatus.length', align: 'end', width: '120px', Cell: Length },
  { id: 'auctions', title: 'serviceStatus.auctions', Cell: Auctions },
];

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

const LOOK_AGAIN_MS = 5_000;

const statusQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => api(getServiceStatus, { signal }),
  refetchInterval: LOOK_AGAIN_MS,
  meta: { silent: true },
});
