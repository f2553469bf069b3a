import { IconAlertTriangle, IconCircleCheck, IconClockCheck, IconClockPause, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  getTransparencyLog,
  type LogAuthority,
  type LogWitness,
  type TransparencyLog,
} from '#contract/transparency-log.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { paths } from '#web/paths.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './log.module.css';

const LOOK_AGAIN_MS = 10_000;

const logQuery = { ...readQuery(['transparency-log'], getTransparencyLog, {}), refetchInterval: LOOK_AGAIN_MS };

/** The public page of the log of all auctions: its state, its witnesses, and how to use it. */
export function LogPage() {
  const say = useSay();
  const query = useQuery(logQuery);
  return (
    <>
      <PageTitle title="publicLog.title" note={say('publicLog.note')} />
      <Loaded query={query} skeleton={<EditorSkeleton />}>
        {(log) => (
          <div className={css.page}>
            <State log={log} />
            <Witnesses witnesses={log.witnesses} />
            <Authorities authorities={log.authorities} />
            <Use />
          </div>
        )}
      </Loaded>
    </>
  );
}

const State = ({ log: { origin, size, root, at, publicKey } }: { log: TransparencyLog }) => {
  const say = useSay();
  return (
    <Card title="publicLog.state">
      <Facts>
        <Fact label="publicLog.size">{formatQuantity(size)}</Fact>
        <Fact label="publicLog.at">{at === null ? say('publicLog.empty') : <Moment at={at} />}</Fact>
        <Fact label="publicLog.origin">
          <code className={css.code}>{origin}</code>
        </Fact>
        <Fact label="publicLog.root" isWide>
          <code className={css.code}>{root}</code>
        </Fact>
        <Fact label="publicLog.key" isWide>
          <code className={css.code}>{publicKey}</code>
        </Fact>
      </Facts>
      {at !== null && <a href={`${paths.log}/checkpoint`}>{say('publicLog.checkpoint')}</a>}
    </Card>
  );
};

function Witnesses({ witnesses }: { witnesses: readonly LogWitness[] }) {
  const say = useSay();
  return (
    <Card title="publicLog.witnesses">
      <p className={css.quiet}>{say('publicLog.witnessesHint')}</p>
      {witnesses.length === 0 ? (
        <EmptyState title="publicLog.noWitnesses" hint="publicLog.noWitnessesHint" icon={IconUsers} />
      ) : (
        <ul className={css.list}>
          {witnesses.map((witness) => (
            <Witness key={witness.publicKey} witness={witness} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Shows a witness: its name and key, its last signature, and why it did not sign the last time. */
function Witness({ witness: { name, publicKey, size, cosignedAt, problem } }: { witness: LogWitness }) {
  const say = useSay();
  return (
    <li className={css.witness}>
      <b>{name}</b>
      <code className={css.code}>{publicKey}</code>
      {problem !== null && (
        <StatusBadge
          tone={problem === 'unreachable' ? 'warn' : 'bad'}
          label={`publicLog.problem.${problem}`}
          icon={IconAlertTriangle}
        />
      )}
      {size !== null && cosignedAt !== null ? (
        <span>
          <IconCircleCheck size={16} aria-hidden /> {say('publicLog.signedAt', { size })} · <Moment at={cosignedAt} />
        </span>
      ) : (
        problem === null && <StatusBadge tone="info" label="publicLog.neverSigned" icon={IconClockPause} />
      )}
    </li>
  );
}

function Authorities({ authorities }: { authorities: readonly LogAuthority[] }) {
  const say = useSay();
  return (
    <Card title="publicLog.authorities">
      <p className={css.quiet}>{say('publicLog.authoritiesHint')}</p>
      {authorities.length === 0 ? (
        <EmptyState title="publicLog.noAuthorities" hint="publicLog.noAuthoritiesHint" icon={IconClockCheck} />
      ) : (
        <ul className={css.list}>
          {authorities.map((authority) => (
            <Authority key={authority.name} authority={authority} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Shows a time stamp authority: its newest time stamp with the files to check it, and why there is no newer one. */
function Authority({ authority: { name, size, stampedAt, problem } }: { authority: LogAuthority }) {
  const say = useSay();
  const folder = `${paths.log}/timestamp/${size}`;
  return (
    <li className={css.witness}>
      <b>{name}</b>
      {problem !== null && (
        <StatusBadge
          tone={problem === 'unreachable' ? 'warn' : 'bad'}
          label={`publicLog.authorityProblem.${problem}`}
          icon={IconAlertTriangle}
        />
      )}
      {size !== null && stampedAt !== null ? (
        <>
          <span>
            <IconCircleCheck size={16} aria-hidden /> {say('publicLog.stampedAt', { size })} · <Moment at={stampedAt} />
          </span>
          <span className={css.files}>
            <a href={`${folder}/${name}.tsr`} download>
              {say('publicLog.timestampFile')}
            </a>
            <a href={`${folder}/checkpoint`}>{say('publicLog.stampedText')}</a>
          </span>
        </>
      ) : (
        problem === null && <StatusBadge tone="info" label="publicLog.neverStamped" icon={IconClockPause} />
      )}
    </li>
  );
}

function Use() {
  const say = useSay();
  return (
    <Card title="publicLog.use">
      <ul>
        <li>{say('publicLog.useLog')}</li>
        <li>
          {say('publicLog.useRecord')} <Link to={paths.record}>{say('publicLog.toRecord')}</Link>
        </li>
        <li>{say('publicLog.useWitness', { url: `${location.origin}${paths.log}` })}</li>
      </ul>
    </Card>
  );
}
