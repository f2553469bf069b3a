import {
  IconMailPlus,
  IconUserPlus,
  IconUsers,
  IconLogout,
  IconUserCog,
  IconUserMinus,
  IconX,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, createContext, use } from 'react';
import type { AccountMember, AccountMembers, Invitation } from '#contract/company/company.ts';
import { judgeManaging } from '#domain/access/may.ts';
import { judgeMembers } from '#domain/company/members.ts';
import { AccountChoice, type Membership, useChosenAccount, ReadOnlyNotice } from '#web/company/account-choice.tsx';
import { InviteDialog, ChangeRoleDialog } from '#web/company/member-dialogs.tsx';
import { membersQuery, useRemoveMember, useRevokeInvitation } from '#web/company/member-changes.ts';
import { useStoreList } from '#web/company/use-store-list.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { reloadProfile, useProfile } from '#web/platform/session/profile.ts';
import css from './members.module.css';

/** Lists the members of a company. Owners invite, change and remove members; others can only read the list. */
export function MembersPage() {
  const account = useChosenAccount();
  return account ? <Members key={account.id} account={account} /> : null;
}

/** Shows the members, and the dialogs that invite people and change roles. */
function Members({ account }: { account: Membership }) {
  const say = useSay();
  const queryClient = useQueryClient();
  const { userId: ownUserId } = useProfile();
  const { data, error, refetch } = useQuery(membersQuery(account.id));
  const [shown, show] = useState<'invite' | AccountMember>();
  const take = useStoreList<AccountMembers>(membersQuery(account.id));
  const members = data?.members ?? [];
  const own = members.find(({ userId }) => userId === ownUserId);
  const refusal = judgeManaging({ ...account, ...own });
  const reason = refusal && (`error.${refusal}` as const);
  const actions = useMemberActions(account, members, reason, show);
  const finish = (after: AccountMembers, words: string) => {
    void take(after);
    show(undefined);
    toast('good', words);
    // The person's own role may have changed too.
    void reloadProfile(queryClient);
  };
  return (
    <>
      <PageTitle
        title="member.title"
        note={<AccountChoice account={account} />}
        actions={
          <ReasonButton
            reason={reason}
            onClick={() => show('invite')}
            leftSection={<IconUserPlus size={16} aria-hidden />}
          >
            {say('member.invite')}
          </ReasonButton>
        }
      />
      {refusal && <ReadOnlyNotice reason={refusal} />}
      <MemberActionsContext value={actions}>
        <DataTable
          caption="member.title"
          columns={MEMBER_COLUMNS}
          rows={data?.members}
          rowKey={({ userId }) => userId}
          error={error && asApiError(error)}
          onRetry={() => void refetch()}
          empty={<EmptyState title="member.none" icon={IconUsers} />}
        />
        {data && <Invitations invitations={data.invitations} />}
      </MemberActionsContext>
      {shown === 'invite' && (
        <InviteDialog
          accountId={account.id}
          onClose={() => show(undefined)}
          onDone={(after, email) => finish(after, say('member.invited', { email }))}
        />
      )}
      {typeof shown === 'object' && (
        <ChangeRoleDialog
          accountId={account.id}
          member={shown}
          isOwn={shown.userId === ownUserId}
          onClose={() => show(undefined)}
          onDone={(after) => finish(after, say('member.roleChanged', { name: shown.username }))}
        />
      )}
    </>
  );
}

/** Lists the open invitations. Accepted, revoked and expired ones are not shown. */
function Invitations({ invitations }: Pick<AccountMembers, 'invitations'>) {
  const say = useSay();
  return (
    <>
      <h2 className={css.invitations}>{say('member.invitations')}</h2>
      <DataTable
        caption="member.invitations"
        columns={INVITATION_COLUMNS}
        rows={invitations}
        rowKey={({ id }) => id}
        empty={<EmptyState title="member.noInvitations" hint="member.noInvitationsHint" icon={IconMailPlus} />}
      />
    </>
  );
}

/**
 * Returns the actions on members and invitations. `reason` is the reason why this person cannot manage any member.
 * `reasonOf` returns the reason why nobody can change or remove a certain member.
 */
function useMemberActions(
  { id, companyName }: Membership,
  members: readonly AccountMember[],
  reason: PhraseKey | undefined,
  change: (member: AccountMember) => void,
) {
  return {
    ownUserId: useProfile().userId,
    reason,
    reasonOf: ({ userId }: AccountMember) =>
      judgeMembers(members.filter((member) => member.userId !== userId)) && ('error.last_owner' as const),
    change,
    remove: useRemoveMember(id, companyName),
    revoke: useRevokeInvitation(id),
  };
}

/** The actions on members and invitations. Columns are constant, so the cells get these actions from a context. */
type MemberActions = ReturnType<typeof useMemberActions>;

/**
 * Passes the actions to the buttons of the rows. Columns are module constants, so the buttons cannot get them as props.
 */
const MemberActionsContext = createContext<MemberActions | undefined>(undefined);

/** Returns the actions on members. Throws outside of the members page. */
function useActions(): MemberActions {
  const actions = use(MemberActionsContext);
  if (!actions) throw new Error('a table of members stands outside of its page');
  return actions;
}

/** Shows a member's username, with a mark on the reader's own row. */
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

const Role = ({ row }: { row: AccountMember | Invitation }) => useSay()(`member.${row.role}`);

/**
 * The buttons of a member. Only owners manage members, but every member may leave (docs/rules.md#business-accounts).
 */
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
        // Members without the right to manage may leave too, but not if a rule keeps them (`fixed`).
        reason={isOwn ? fixed : (reason ?? fixed)}
        name={`${say(isOwn ? 'member.leave' : 'action.remove')}: ${row.username}`}
        onClick={() => void remove(row)}
        leftSection={isOwn ? <IconLogout size={15} aria-hidden /> : <IconUserMinus size={15} aria-hidden />}
      >
        {say(isOwn ? 'member.leave' : 'action.remove')}
      </ReasonButton>
    </div>
  );
}

const InvitedBy = ({ row }: { row: Invitation }) => row.invitedBy;
const Expires = ({ row }: { row: Invitation }) => <Moment at={row.expiresAt} />;

/**
 * A button that revokes an open invitation. For people who cannot manage members, it is disabled and shows the reason.
 */
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

const MEMBER_COLUMNS: readonly Column<AccountMember>[] = [
  { id: 'name', title: 'member.username', Cell: Name },
  { id: 'email', title: 'member.email', Cell: Email },
  { id: 'role', title: 'member.role', width: '140px', Cell: Role },
  { id: 'actions', title: 'auction.actions', width: '280px', Cell: Buttons },
];

const INVITATION_COLUMNS: readonly Column<Invitation>[] = [
  { id: 'email', title: 'member.email', Cell: Email },
  { id: 'role', title: 'member.role', width: '140px', Cell: Role },
  { id: 'by', title: 'member.invitedBy', width: '170px', Cell: InvitedBy },
  { id: 'expires', title: 'member.expires', width: '200px', Cell: Expires },
  { id: 'actions', title: 'auction.actions', width: '140px', Cell: Revoke },
];
