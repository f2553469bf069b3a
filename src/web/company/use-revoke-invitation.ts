import { useQueryClient } from '@tanstack/react-query';
import { revokeInvitation, type Invitation } from '#contract/company/company.ts';
import { membersQuery, useTakeMembers } from '#web/company/members-query.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

/** Asks, then takes an open invitation back. */
export function useRevokeInvitation(id: string): (invitation: Invitation) => Promise<void> {
  const say = useSay();
  const textOf = useErrorText();
  const queryClient = useQueryClient();
  const take = useTakeMembers(id);
  const { run } = useChange({
    send: (invitation: Invitation) => api(revokeInvitation, { params: { id, invitationId: invitation.id } }),
    onDone: (members) => {
      take(members);
      toast('good', say('member.revoked'));
    },
    onRefused: (error) => {
      toast('bad', textOf(error));
      void queryClient.invalidateQueries(membersQuery(id));
    },
  });
  return async (invitation) => {
    const isSure = await confirm({
      title: 'member.revokeTitle',
      text: 'member.revokeText',
      params: { email: invitation.email },
      yes: 'member.revoke',
      isDangerous: true,
    });
    if (isSure) run(invitation);
  };
}
