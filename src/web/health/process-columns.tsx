import { IconCircleCheck, IconPlugConnectedX, IconWalk } from '@tabler/icons-react';
import type { ProcessStatus } from '#contract/health.ts';
import type { Column } from '#web/design/lists/data-table.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { nameOf } from '#web/health/problems.ts';
import css from './health.module.css';

/** The badge of each state of a server process. */
const LOOKS = {
  serving: { tone: 'good', label: 'serviceStatus.serving', icon: IconCircleCheck },
  draining: { tone: 'info', label: 'serviceStatus.draining', icon: IconWalk },
  silent: { tone: 'bad', label: 'serviceStatus.silent', icon: IconPlugConnectedX },
} as const satisfies Record<ProcessStatus['state'], object>;

type Props = { row: ProcessStatus };

function Name({ row }: Props) {
  const say = useSay();
  return (
    <span className={css.two}>
      <strong>{nameOf(row)}</strong>
      {row.version !== null && <small>{say('serviceStatus.version', { version: row.version })}</small>}
    </span>
  );
}

const State = ({ row }: Props) => <StatusBadge {...LOOKS[row.state]} />;
const Since = ({ row }: Props) => <Moment at={row.startedAt} />;
const Heard = ({ row }: Props) => <Moment at={row.heardAt} />;

const BYTES_PER_MEGABYTE = 1_048_576;

function Ms({ value }: { value: number }) {
  const say = useSay();
  return <span className="figure">{say('serviceStatus.ms', { ms: formatQuantity(value) })}</span>;
}
const Clock = ({ row }: Props) => <Ms value={row.clockOffsetMs} />;
const Lag = ({ row }: Props) => <Ms value={row.timerLagMs} />;

function Memory({ row }: Props) {
  const say = useSay();
  const megabytes = formatQuantity(Math.round(row.memoryBytes / BYTES_PER_MEGABYTE));
  return <span className="figure">{say('serviceStatus.megabytes', { megabytes })}</span>;
}

/** Shows the load of a process: waiting bids, open rooms and connections. */
function Work({ row: { bidsWaiting, rooms, sockets } }: Props) {
  const say = useSay();
  return (
    <span className={css.two}>
      {say('serviceStatus.bidsWaiting', { count: bidsWaiting })}
      <small>{say('serviceStatus.readers', { rooms, sockets })}</small>
    </span>
  );
}

/** Shows how long the database takes to answer, and how many of the connections are in use. */
function Database({ row: { databaseMs, connections } }: Props) {
  const say = useSay();
  return (
    <span className={css.two}>
      {databaseMs === null ? '–' : <Ms value={databaseMs} />}
      {connections && <small>{say('serviceStatus.connections', connections)}</small>}
    </span>
  );
}

function Files({ row: { files } }: Props) {
  const say = useSay();
  if (!files) return '–';
  return say(files.isReachable ? 'serviceStatus.reachable' : 'serviceStatus.notReachable');
}

export const PROCESS_COLUMNS: readonly Column<ProcessStatus>[] = [
  { id: 'name', title: 'serviceStatus.process', Cell: Name },
  { id: 'state', title: 'serviceStatus.state', Cell: State },
  { id: 'since', title: 'serviceStatus.since', Cell: Since },
  { id: 'heard', title: 'serviceStatus.heard', Cell: Heard },
  { id: 'work', title: 'serviceStatus.work', Cell: Work },
  { id: 'clock', title: 'serviceStatus.clock', align: 'end', Cell: Clock },
  { id: 'lag', title: 'serviceStatus.lag', align: 'end', Cell: Lag },
  { id: 'database', title: 'serviceStatus.database', Cell: Database },
  { id: 'files', title: 'serviceStatus.files', Cell: Files },
  { id: 'memory', title: 'serviceStatus.memory', align: 'end', Cell: Memory },
];
