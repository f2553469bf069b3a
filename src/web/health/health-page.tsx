import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getServiceStatus, type Outage, type ServiceStatus } from '#contract/health.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { type Column, DataTable } from '#web/design/lists/data-table.tsx';
import { PROCESS_COLUMNS } from '#web/health/process-columns.tsx';
import { problemsOf } from '#web/health/problems.ts';
import { paths } from '#web/paths.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { formatWait, formatQuantity } from '#web/platform/format/format.ts';
import { type PhraseKey, useSay } from '#web/platform/phrases/phrase.ts';
import css from './health.module.css';

type Props = { row: Outage };

const From = ({ row }: Props) => <Moment at={row.from} />;
const To = ({ row }: Props) => <Moment at={row.to} />;

const Length = ({ row: { from, to } }: Props) => (
  <span className="figure">{formatWait(Math.round((Date.parse(to) - Date.parse(from)) / 1_000))}</span>
);

/**
 * Lists the auctions that an outage extended. Old outages have only a count, because names were not stored at that
 * time.
 */
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

/** The page with the status of the service. It refetches the status every few seconds. */
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

/** Shown when the server no longer answers. The data below this notice is old. */
const Old = ({ at }: { at: string }) => (
  <Notice tone="bad" icon={IconPlugConnectedX} title="serviceStatus.old">
    <Moment at={at} />
  </Notice>
);

/** Shows that all is well, or lists the problems. */
function Health({ status }: { status: ServiceStatus }) {
  const say = useSay();
  const troubles = problemsOf(status);
  if (troubles.length === 0) return <Notice tone="good" icon={IconCircleCheck} title="serviceStatus.well" />;
  return (
    <Notice tone="bad" icon={IconAlertTriangle} title="serviceStatus.notWell">
      <ul className={css.troubles}>
        {troubles.map(({ what, who = '', count = 0 }) => (
          <li key={what + who}>{say(`serviceStatus.trouble.${what}`, { who, count })}</li>
        ))}
      </ul>
    </Notice>
  );
}

const LOOK_AGAIN_MS = 5_000;

const statusQuery = { ...readQuery(['health'], getServiceStatus, {}), refetchInterval: LOOK_AGAIN_MS };

type Queue = Pick<ServiceStatus['webhooks'], 'waiting' | 'since' | 'givenUp'> & { isSetUp?: boolean };

/** Shows the state of the database, and the queues of jobs in it. */
function WaitingCard({ status }: { status: ServiceStatus }) {
  const say = useSay();
  const { database, auctionsOverdue, mails, texts, webhooks } = status;
  return (
    <Card title="serviceStatus.waiting">
      <Facts>
        <Fact label="serviceStatus.database">
          <span className={css.two}>
            {database.kind === 'postgres'
              ? say('serviceStatus.postgres', { version: database.version })
              : say('serviceStatus.embedded')}
            <small>{say('serviceStatus.answersIn', { ms: formatQuantity(database.answerMs) })}</small>
          </span>
        </Fact>
        <Fact label="serviceStatus.overdue">{formatQuantity(auctionsOverdue)}</Fact>
        <Fact label="serviceStatus.mails">
          <Waiting queue={mails} />
        </Fact>
        <Fact label="serviceStatus.texts">
          <Waiting queue={texts} />
        </Fact>
        <Fact label="serviceStatus.webhooks">
          <Waiting queue={webhooks} />
          {webhooks.failing + webhooks.disabled > 0 && (
            <small>{say('serviceStatus.failing', { failing: webhooks.failing, disabled: webhooks.disabled })}</small>
          )}
        </Fact>
      </Facts>
    </Card>
  );
}

/** Shows how many jobs of a queue wait, since when, and how many were given up. */
function Waiting({ queue: { waiting, since, givenUp, isSetUp = true } }: { queue: Queue }) {
  const say = useSay();
  return (
    <span className={css.two}>
      {say('serviceStatus.waitingCount', { count: waiting })}
      {!isSetUp && <small>{say('serviceStatus.notSetUp')}</small>}
      {isSetUp && since !== null && (
        <small>
          {say('serviceStatus.oldest')} <Moment at={since} />
        </small>
      )}
      {givenUp > 0 && <small>{say('serviceStatus.givenUp', { count: givenUp })}</small>}
    </span>
  );
}
