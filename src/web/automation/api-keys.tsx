import { Anchor } from '@mantine/core';
import '@mantine/core/styles/Anchor.layer.css';
import {
  IconHistory,
  IconKey,
  IconCircleCheck,
  IconCircleOff,
  IconClockOff,
  IconKeyOff,
  IconPlayerPause,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, createContext, use } from 'react';
import type { ApiKeyAct } from '#contract/company/api-key.ts';
import type { ApiKeyState } from '#domain/automation/api-key.ts';
import { MakeKeyDialog } from '#web/automation/make-key-dialog.tsx';
import type { Programs, ShownKey } from '#web/automation/programs.ts';
import { SecretDialog } from '#web/design/dialogs/secret-dialog.tsx';
import { useStoreList } from '#web/company/use-store-list.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { DataTable, rowsOf, type Column } from '#web/design/lists/data-table.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './automation.module.css';

type OpenDialog = { readonly kind: 'make' } | { readonly kind: 'told'; readonly key: string } | ActsDialog;
type ActsDialog = { readonly kind: 'acts'; readonly of: ShownKey };

/** Lists the API keys of the company's, or the operator's, own programs. */
export function ApiKeys({ programs }: { programs: Programs }) {
  const say = useSay();
  const result = useQuery(programs.keys);
  const [shown, show] = useState<OpenDialog>();
  const take = useStoreList<ShownKey[]>(programs.keys);
  const { reason } = programs;
  const actions = useKeyActions(programs, (of) => show({ kind: 'acts', of }));
  const close = () => show(undefined);
  return (
    <section aria-label={say('automation.keys')}>
      <header className={css.head}>
        <h2>{say('automation.keys')}</h2>
        <ReasonButton
          reason={reason}
          onClick={() => show({ kind: 'make' })}
          leftSection={<IconKey size={16} aria-hidden />}
        >
          {say('automation.makeKey')}
        </ReasonButton>
      </header>
      <p className={css.note}>
        {say(programs.keysNote)}{' '}
        <Anchor href="/docs" underline="always">
          {say('automation.reference')}
        </Anchor>
      </p>
      <ApiKeyActionsContext value={actions}>
        <DataTable
          caption="automation.keys"
          columns={programs.hasRoles ? API_KEY_COLUMNS : OPERATOR_KEY_COLUMNS}
          rowKey={({ id }) => id}
          likelyRows={1}
          {...rowsOf(result)}
          empty={<EmptyState title="automation.noKeys" icon={IconKey} />}
        />
      </ApiKeyActionsContext>
      {shown?.kind === 'make' && (
        <MakeKeyDialog
          programs={programs}
          onClose={close}
          onDone={({ key, keys }) => {
            void take(keys);
            show({ kind: 'told', key });
          }}
        />
      )}
      {shown?.kind === 'told' && <SecretDialog title="automation.keyMade" secret={shown.key} onClose={close} />}
      {shown?.kind === 'acts' && <ApiKeyActsDialog programs={programs} apiKey={shown.of} onClose={close} />}
    </section>
  );
}

type Props = { programs: Programs; apiKey: ShownKey; onClose: () => void };
type Row = ApiKeyAct & { readonly index: number };

const At = ({ row }: { row: Row }) => <Moment at={row.at} />;
const Call = ({ row }: { row: Row }) => <code className={css.call}>{pathOf(row)}</code>;

/** Returns the path of a call. The placeholders are replaced by the ids of the changed things. */
const pathOf = ({ action, subject }: ApiKeyAct): string =>
  action.replaceAll(/\{(\w+)\}/g, (_, name: string) => subject[name] ?? '');

const COLUMNS: readonly Column<Row>[] = [
  { id: 'at', title: 'room.time', width: '190px', Cell: At },
  { id: 'call', title: 'automation.call', Cell: Call },
];

/** Lists the changes that were made with an API key. */
function ApiKeyActsDialog({ programs, apiKey, onClose }: Props) {
  const say = useSay();
  const { data, ...result } = useQuery(programs.acts(apiKey.id));
  return (
    <Dialog title={say('automation.actsOf', { name: apiKey.name })} isOpen onClose={onClose} size="lg">
      <DataTable
        caption="automation.acts"
        columns={COLUMNS}
        rowKey={({ index }) => String(index)}
        {...rowsOf({ ...result, data: data?.map((act, index) => ({ ...act, index })) })}
        empty={<EmptyState title="automation.noActs" icon={IconHistory} />}
      />
    </Dialog>
  );
}

/** Returns the actions on an API key. Revoking a key asks first. */
function useKeyActions(programs: Programs, showActs: (key: ShownKey) => void): Actions {
  const say = useSay();
  const take = useStoreList<ShownKey[]>(programs.keys);
  const { act: revoke } = useAction({
    question: ({ name }: ShownKey) => ({
      title: 'automation.revokeTitle',
      text: 'automation.revokeText',
      params: { name },
      yes: 'automation.revoke',
      isDangerous: true,
    }),
    send: (key) => take(programs.revokeKey(key.id)),
    done: () => say('automation.keyRevoked'),
  });
  return { reason: programs.reason, revoke, showActs };
}

/** The actions on API keys. Columns are constant, so the cells get these actions from a context. */
type Actions = {
  /** The reason why this person cannot revoke API keys; undefined if the person can. */
  readonly reason: PhraseKey | undefined;
  revoke(key: ShownKey): void;
  showActs(key: ShownKey): void;
};

/**
 * Passes the actions to the buttons of the rows. Columns are module constants, so the buttons cannot get them as props.
 */
const ApiKeyActionsContext = createContext<Actions | undefined>(undefined);

/** The badge of each state of a key. */
const LOOKS = {
  works: { tone: 'good', label: 'automation.works', icon: IconCircleCheck },
  expired: { tone: 'quiet', label: 'automation.expired', icon: IconClockOff },
  revoked: { tone: 'quiet', label: 'automation.revoked', icon: IconCircleOff },
  stopped: { tone: 'warn', label: 'automation.stopped', icon: IconPlayerPause },
} as const satisfies Record<ApiKeyState, object>;

type RowProps = { row: ShownKey };

const Name = ({ row }: RowProps) => (
  <span className={css.name}>
    <strong>{row.name}</strong>
    <code>{row.hint}…</code>
  </span>
);

const Role = ({ row }: RowProps) => useSay()(`member.${row.role ?? 'viewer'}`);

/** Lists what the key may call. */
const Scopes = ({ row }: RowProps) => (
  <span className={css.scopes}>
    {row.scopes.map((scope) => (
      <code key={scope}>{scope}</code>
    ))}
  </span>
);

const Maker = ({ row }: RowProps) => row.username;
const State = ({ row }: RowProps) => <StatusBadge {...LOOKS[row.state]} />;
const Expires = ({ row }: RowProps) => <Moment at={row.expiresAt} />;
const LastUsed = ({ row }: RowProps) => (row.lastUsedAt === null ? '–' : <Moment at={row.lastUsedAt} />);

/** The two buttons of a key: one shows the changes made with the key, the other revokes the key. */
function Buttons({ row }: RowProps) {
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

const NAME: Column<ShownKey> = { id: 'name', title: 'automation.name', Cell: Name };

const OTHER_COLUMNS: readonly Column<ShownKey>[] = [
  { id: 'scopes', title: 'automation.scopes', width: '190px', Cell: Scopes },
  { id: 'maker', title: 'automation.actsFor', width: '130px', Cell: Maker },
  { id: 'state', title: 'automation.state', width: '115px', Cell: State },
  { id: 'expires', title: 'member.expires', width: '170px', Cell: Expires },
  { id: 'used', title: 'automation.lastUsed', width: '170px', Cell: LastUsed },
  { id: 'actions', title: 'auction.actions', width: '200px', Cell: Buttons },
];

const OPERATOR_KEY_COLUMNS = [NAME, ...OTHER_COLUMNS];
const ROLE: Column<ShownKey> = { id: 'role', title: 'member.role', width: '100px', Cell: Role };
const API_KEY_COLUMNS = [NAME, ROLE, ...OTHER_COLUMNS];
