import type { ServiceStatus } from '#contract/health.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './health.module.css';

type Queue = Pick<ServiceStatus['webhooks'], 'waiting' | 'since' | 'givenUp'> & { isSetUp?: boolean };

/** The database, and what waits in it. */
export function WaitingCard({ status }: { status: ServiceStatus }) {
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
