import { IconLogout, IconUserCog, IconUserMinus, IconX } from '@tabler/icons-react';
import { createContext, use } from 'react';
import type { AccountMember, Invitation } from '#contract/company/company.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './members.module.css';

/** Columns are constants, so what their buttons do, and why they can't, comes to them by context. */
export type MemberActions = {
  readonly ownUserId: string;
  /** Why nobody can be invited, changed or removed by this person. */
  readonly reason: PhraseKey | undefined;
  /** Why this one can't be changed or removed by anybody. */
  reasonOf(member: AccountMember): PhraseKey | undefined;
  change(member: AccountMember): void;
  remove(member: AccountMember): void;
  revoke(invitation: Invitation): void;
};

export const MemberActionsContext = createContext<MemberActions | undefined>(undefined);

function useActions(): MemberActions {
  const actions = use(MemberActionsContext);
  if (!actions) throw new Error('a table of members stands outside of its page');
  return actions;
}

function Name({ row }: { row: AccountMember }) {
  const say = useSay();
  const isOwn = useActions().ownUserId === row.userId;
  return (
    <span className={css.name}>
      <strong>{row.username}</strong>
      {isOwn && <span className={css.you}>{say('member.you')}</span>}
    </span>
  );
}

const Email = ({ row }: { row: AccountMember | Invitation }) => <span className={css.email}>{row.email}</span>;

function Role({ row }: { row: AccountMember | Invitation }) {
  const say = useSay();
  return say(`member.${row.role}`);
}

function Buttons({ row }: { row: AccountMember }) {
  const say = useSay();
  const { ownUserId, reason, reasonOf, change, remove } = useActions();
  const isOwn = ownUserId === row.userId;
  const looks = { size: 'xs', variant: 'subtle' } as const;
  const fixed = reasonOf(row);
  return (
    <div className={css.buttons}>
      <ReasonButton
        {...looks}
        reason={reason ?? fixed}
        name={`${say('member.changeRole')}: ${row.username}`}
        onClick={() => change(row)}
        leftSection={<IconUserCog size={15} aria-hidden />}
      >
        {say('member.changeRole')}
      </ReasonButton>
      <ReasonButton
        {...looks}
        isDangerous
        // Anybody may leave.
        reason={isOwn ? fixed : (reason ?? fixed)}
        name={`${say(isOwn ? 'member.leave' : 'action.remove')}: ${row.username}`}
        onClick={() => remove(row)}
        leftSection={isOwn ? <IconLogout size={15} aria-hidden /> : <IconUserMinus size={15} aria-hidden />}
      >
        {say(isOwn ? 'member.leave' : 'action.remove')}
      </ReasonButton>
    </div>
  );
}

const InvitedBy = ({ row }: { row: Invitation }) => row.invitedBy;
const Expires = ({ row }: { row: Invitation }) => <Moment at={row.expiresAt} />;

function Revoke({ row }: { row: Invitation }) {
  const say = useSay();
  const { reason, revoke } = useActions();
  return (
    <ReasonButton
      size="xs"
      variant="subtle"
      isDangerous
      reason={reason}
      name={`${say('member.revoke')}: ${row.email}`}
      onClick={() => revoke(row)}
      leftSection={<IconX size={15} aria-hidden />}
    >
      {say('member.revoke')}
    </ReasonButton>
  );
}

export const MEMBER_COLUMNS: readonly Column<AccountMember>[] = [
  { id: 'name', title: 'member.username', Cell: Name },
  { id: 'email', title: 'member.email', Cell: Email },
  { id: 'role', title: 'member.role', width: '140px', Cell: Role },
  { id: 'actions', title: 'auction.actions', width: '280px', Cell: Buttons },
];

export const INVITATION_COLUMNS: readonly Column<Invitation>[] = [
  { id: 'email', title: 'member.email', Cell: Email },
  { id: 'role', title: 'member.role', width: '140px', Cell: Role },
  { id: 'by', title: 'member.invitedBy', width: '170px', Cell: InvitedBy },
  { id: 'expires', title: 'member.expires', width: '200px', Cell: Expires },
  { id: 'actions', title: 'auction.actions', width: '140px', Cell: Revoke },
];
