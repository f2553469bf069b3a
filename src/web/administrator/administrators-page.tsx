import { IconUserPlus, IconUserShield } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import {
  inviteAdministratorAgain,
  listAdministrators,
  removeAdministrator,
  resetSecondFactor,
  type Administrator,
} from '#contract/identity/administrator.ts';
import { mayChange } from '#domain/access/admin-role.ts';
import { InviteDialog, RolesDialog } from '#web/administrator/administrator-dialogs.tsx';
import { useStoreList } from '#web/company/use-store-list.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable, rowsOf, type Column } from '#web/design/lists/data-table.tsx';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import css from './administrators.module.css';

const ADMINISTRATORS = readQuery(['administrators'], listAdministrators, {});

type Open = { readonly kind: 'invite' } | { readonly kind: 'roles'; readonly of: Administrator };

/** The administrators and their roles. Owners invite, change and remove them; others see them. */
export function AdministratorsPage() {
  const say = useSay();
  const result = useQuery(ADMINISTRATORS);
  const [shown, show] = useState<Open>();
  const take = useStoreList<Administrator[]>(ADMINISTRATORS);
  const isOwner = mayChange(useProfile().adminRoles, null);
  const reason = isOwner ? undefined : 'error.admin_role_missing';
  const actions = useActions(reason, (of) => show({ kind: 'roles', of }));
  const close = () => show(undefined);
  const finish = (told: PhraseKey) => (all: Administrator[]) => {
    void take(all);
    toast('good', say(told));
    close();
  };
  const invite = (
    <ReasonButton
      reason={reason}
      onClick={() => show({ kind: 'invite' })}
      leftSection={<IconUserPlus size={16} aria-hidden />}
    >
      {say('administrator.invite')}
    </ReasonButton>
  );
  return (
    <>
      <PageTitle title="administrator.title" note={say('administrator.note')} actions={invite} />
      <ActionsContext value={actions}>
        <DataTable
          caption="administrator.title"
          columns={COLUMNS}
          rowKey={({ id }) => id}
          likelyRows={3}
          {...rowsOf(result)}
          empty={<EmptyState title="administrator.title" icon={IconUserShield} />}
        />
      </ActionsContext>
      {shown?.kind === 'invite' && <InviteDialog onClose={close} onDone={finish('administrator.invited')} />}
      {shown?.kind === 'roles' && <RolesDialog of={shown.of} onClose={close} onDone={finish('administrator.saved')} />}
    </>
  );
}

type Actions = ReturnType<typeof useActions>;
/** Passes the actions to the buttons of the rows. Columns are module constants, so the buttons cannot get them as props. */
const ActionsContext = createContext<Actions | undefined>(undefined);

/** Returns the actions on an administrator. `reason` is the reason why this person cannot use them. */
function useActions(reason: PhraseKey | undefined, edit: (of: Administrator) => void) {
  const say = useSay();
  const take = useStoreList<Administrator[]>(ADMINISTRATORS);
  const { act: remove } = useAction({
    question: ({ username: name }: Administrator) => ({
      title: 'administrator.removeTitle',
      text: 'administrator.removeText',
      params: { name },
      yes: 'administrator.remove',
      isDangerous: true,
    }),
    send: ({ id }) => take(api(removeAdministrator, { params: { id } })),
    done: () => say('administrator.removed'),
  });
  const { act: reset } = useAction({
    question: ({ username: name }: Administrator) => ({
      title: 'administrator.resetTitle',
      text: 'administrator.resetText',
      params: { name },
      yes: 'administrator.reset',
      isDangerous: true,
    }),
    send: ({ id }) => take(api(resetSecondFactor, { params: { id } })),
    done: () => say('administrator.wasReset'),
  });
  const { act: again } = useAction({
    send: ({ id }: Administrator) => take(api(inviteAdministratorAgain, { params: { id } })),
    done: () => say('administrator.sentAgain'),
  });
  return { reason, edit, remove, reset, again };
}

type RowProps = { row: Administrator };

const Name = ({ row }: RowProps) => {
  const say = useSay();
  const { userId } = useProfile();
  return (
    <span className={css.name}>
      <strong>{row.username}</strong>
      {row.id === userId && <span>({say('administrator.you')})</span>}
      <span>{row.email}</span>
    </span>
  );
};

function Roles({ row }: RowProps) {
  const say = useSay();
  return row.roles.map((role) => say(`administrator.role.${role}`)).join(', ');
}

/** Shows since when the person is signed in, or until when the invitation works. */
function SignedIn({ row }: RowProps) {
  const say = useSay();
  if (row.signedInAt !== null) return <Moment at={row.signedInAt} />;
  if (row.invitedUntil === null) return say('administrator.never');
  return (
    <span>
      {say('administrator.invitedUntil')} <Moment at={row.invitedUntil} />
    </span>
  );
}

function Buttons({ row }: RowProps) {
  const say = useSay();
  const actions = use(ActionsContext);
  if (!actions) return null;
  const { reason, edit, remove, reset, again } = actions;
  const button = (label: PhraseKey, run: (of: Administrator) => void, isDangerous?: true) => (
    <ReasonButton
      size="xs"
      variant="subtle"
      reason={reason}
      {...(isDangerous && { isDangerous })}
      name={`${say(label)}: ${row.username}`}
      onClick={() => run(row)}
    >
      {say(label)}
    </ReasonButton>
  );
  return (
    <div className={css.buttons}>
      {button('administrator.edit', edit)}
      {row.signedInAt === null && button('administrator.again', again)}
      {button('administrator.reset', reset)}
      {button('administrator.remove', remove, true)}
    </div>
  );
}

const COLUMNS: readonly Column<Administrator>[] = [
  { id: 'name', title: 'administrator.username', Cell: Name },
  { id: 'roles', title: 'administrator.roles', width: '200px', Cell: Roles },
  { id: 'signedIn', title: 'administrator.signedIn', width: '210px', Cell: SignedIn },
  { id: 'actions', title: 'auction.actions', width: '340px', Cell: Buttons },
];
