import {
  IconCircleCheck,
  IconCircleOff,
  IconClockOff,
  IconHistory,
  IconKeyOff,
  IconPlayerPause,
} from '@tabler/icons-react';
import { createContext, use } from 'react';
import type { ApiKey } from '#contract/company/api-key.ts';
import type { ApiKeyState } from '#domain/automation/api-key.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './automation.module.css';

type Actions = {
  /** Why nothing can be ended by this person. */
  readonly reason: PhraseKey | undefined;
  revoke(key: ApiKey): void;
  showActs(key: ApiKey): void;
};

/** Columns are constants, so what their buttons do comes to them by context. */
export const ApiKeyActionsContext = createContext<Actions | undefined>(undefined);

const LOOKS = {
  works: { tone: 'good', label: 'automation.works', icon: IconCircleCheck },
  expired: { tone: 'quiet', label: 'automation.expired', icon: IconClockOff },
  revoked: { tone: 'quiet', label: 'automation.revoked', icon: IconCircleOff },
  stopped: { tone: 'warn', label: 'automation.stopped', icon: IconPlayerPause },
} as const satisfies Record<ApiKeyState, object>;

type Props = { row: ApiKey };

const Name = ({ row }: Props) => (
  <span className={css.name}>
    <strong>{row.name}</strong>
    <code>{row.hint}…</code>
  </span>
);

function Role({ row }: Props) {
  const say = useSay();
  return say(`member.${row.role}`);
}

const Maker = ({ row }: Props) => row.username;
const State = ({ row }: Props) => <StatusBadge {...LOOKS[row.state]} />;
const Expires = ({ row }: Props) => <Moment at={row.expiresAt} />;
const LastUsed = ({ row }: Props) => (row.lastUsedAt === null ? '–' : <Moment at={row.lastUsedAt} />);

function Buttons({ row }: Props) {
  const say = useSay();
  const actions = use(ApiKeyActionsContext);
  const looks = { size: 'xs', variant: 'subtle' } as const;
  return (
    <div className={css.rowButtons}>
      <ReasonButton
        {...looks}
        reason={undefined}
        name={`${say('automation.acts')}: ${row.name}`}
        onClick={() => actions?.showActs(row)}
        leftSection={<IconHistory size={15} aria-hidden />}
      >
        {say('automation.acts')}
      </ReasonButton>
      {row.state !== 'revoked' && (
        <ReasonButton
          {...looks}
          isDangerous
          reason={actions?.reason}
          name={`${say('automation.revoke')}: ${row.name}`}
          onClick={() => actions?.revoke(row)}
          leftSection={<IconKeyOff size={15} aria-hidden />}
        >
          {say('automation.revoke')}
        </ReasonButton>
      )}
    </div>
  );
}

export const API_KEY_COLUMNS: readonly Column<ApiKey>[] = [
  { id: 'name', title: 'automation.name', Cell: Name },
  { id: 'role', title: 'member.role', width: '100px', Cell: Role },
  { id: 'maker', title: 'automation.actsFor', width: '150px', Cell: Maker },
  { id: 'state', title: 'automation.state', width: '130px', Cell: State },
  { id: 'expires', title: 'member.expires', width: '190px', Cell: Expires },
  { id: 'used', title: 'automation.lastUsed', width: '190px', Cell: LastUsed },
  { id: 'actions', title: 'auction.actions', width: '220px', Cell: Buttons },
];
