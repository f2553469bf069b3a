import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  type AccountMembers,
  type Invitation,
  revokeInvitation,
  listMembers,
  removeMember,
  type AccountMember,
  type AuctionWithoutBidder,
} from '#contract/company/company.ts';
import { useStoreList } from '#web/company/use-store-list.ts';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay, type Say } from '#web/platform/phrases/phrase.ts';
import { reloadProfile, useProfile } from '#web/platform/session/profile.ts';

/** Reads the members and open invitations of a company. */
export const membersQuery = (id: string) => readQuery(['members', id], listMembers, { params: { id } });

/**
 * Returns a function that asks, and then removes a member. A person who leaves continues with another company, or
 * without one.
 */
export function useRemoveMember(id: string, companyName: string): (member: AccountMember) => Promise<void> {
  const say = useSay();
  const textOf = useErrorText();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { userId: ownUserId } = useProfile();
  const { run } = useChange({
    send: async (member: AccountMember) => {
      const { auctionsWithoutBidder } = await api(removeMember, { params: { id, userId: member.userId } });
      return { ...member, auctionsWithoutBidder };
    },
    onDone: async ({ userId, username, auctionsWithoutBidder }) => {
      warnOfSeats(say, auctionsWithoutBidder);
      if (userId !== ownUserId) {
        await queryClient.invalidateQueries(membersQuery(id));
        toast('good', say('member.removed', { name: username }));
        return;
      }
      await reloadProfile(queryClient);
      toast('good', say('member.left', { company: companyName }));
      await router.invalidate();
    },
    onRefused: (error) => {
      toast('bad', textOf(error));
      // Somebody else may have changed the members in the meantime.
      void queryClient.invalidateQueries(membersQuery(id));
    },
  });
  return async (member) => {
    const isOwn = member.userId === ownUserId;
    const isSure = await confirm({
      title: isOwn ? 'member.leaveTitle' : 'member.removeTitle',
      text: isOwn ? 'member.leaveText' : 'member.removeText',
      params: { name: member.username, company: companyName },
      yes: isOwn ? 'member.leave' : 'action.remove',
      isDangerous: true,
    });
    if (isSure) run(member);
  };
}

/** Returns a function that asks, and then revokes an open invitation. */
export function useRevokeInvitation(id: string): (invitation: Invitation) => void {
  const say = useSay();
  const take = useStoreList<AccountMembers>(membersQuery(id));
  const { act } = useAction({
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

/** Warns the person who changed a member: lists the auctions in which no member of the company can bid any more. */
export function warnOfSeats(say: Say, auctions: readonly AuctionWithoutBidder[]): void {
  if (auctions.length === 0) return;
  toast('warn', say('member.nobodyTakesSeat', { list: auctions.map(({ title }) => title).join(', ') }));
}
