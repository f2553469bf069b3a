import { IconMailPlus, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AccountMember,
  type AccountMembers,
  type Invitation,
  revokeInvitation,
} from '#contract/company/company.ts';
import { judgeManaging } from '#domain/access/may.ts';
import { judgeMembers } from '#domain/company/members.ts';
import { AccountChoice, type Membership, useChosenAccount } from '#web/company/account-choice.tsx';
import { InviteDialog, ChangeRoleDialog } from '#web/company/member-dialogs.tsx';
import { INVITATION_COLUMNS, MEMBER_COLUMNS, MemberActionsContext } from '#web/company/member-columns.tsx';
import { membersQuery, useRemoveMember } from '#web/company/member-changes.ts';
import { ReadOnlyNotice } from '#web/company/read-only-notice.tsx';
import { useTakeList } from '#web/company/use-take-list.ts';
import { useAct } from '#web/design/dialogs/use-act.ts';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { reloadProfile, useProfile } from '#web/platform/session/profile.ts';
import css from './members.module.css';

/** Who acts for a company: its owners invite, change and remove; the others see who belongs to it. */
export function MembersPage() {
  const account = useChosenAccount();
  return account ? <Members key={account.id} account={account} /> : null;
}

function Members({ account }: { account: Membership }) {
  const say = useSay();
  const queryClient = useQueryClient();
  const { userId: ownUserId } = useProfile();
  const { data, error, refetch } = useQuery(membersQuery(account.id));
  const [shown, show] = useState<'invite' | AccountMember>();
  const take = useTakeList<AccountMembers>(membersQuery(account.id));
  const remove = useRemoveMember(account.id, account.companyName);
  const revoke = useRevokeInvitation(account.id);
  const members = data?.members ?? [];
  const own = members.find(({ userId }) => userId === ownUserId);
  const refusal = judgeManaging({ ...account, ...own });
  const reason = refusal && (`error.${refusal}` as const);
  const finish = (after: AccountMembers, words: string) => {
    void take(after);
    show(undefined);
    toast('good', words);
    // The own role may have changed with it.
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
      <MemberActionsContext
        value={{
          ownUserId,
          reason,
          reasonOf: ({ userId }) =>
            judgeMembers(members.filter((member) => member.userId !== userId)) && 'error.last_owner',
          change: show,
          remove: (member) => void remove(member),
          revoke,
        }}
      >
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

/** Asks, then takes an open invitation back. */
function useRevokeInvitation(id: string): (invitation: Invitation) => void {
  const say = useSay();
  const take = useTakeList<AccountMembers>(membersQuery(id));
  const { act } = useAct({
    question: ({ email }: Invitation) => ({
      title: 'member.revokeTitle',
      text: 'member.revokeText',
      params: { email },
      yes: 'member.revoke',
      isDangerous: true,
    }),
    send: (invitation) => take(api(revokeInvitation, { params: { id, invitationId: invitation.id } })),
    done: () => say('member.revoked'),
  });
  return act;
}
