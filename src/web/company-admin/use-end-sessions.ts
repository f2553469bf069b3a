import { endSessions, type AccountMember } from '#contract/company/company.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

/** Asks, then throws somebody out of whatever is signed in. */
export function useEndSessions(): (member: AccountMember) => Promise<void> {
  const say = useSay();
  const textOf = useErrorText();
  const { run } = useChange({
    send: async (member: AccountMember) => {
      await api(endSessions, { params: { id: member.userId } });
      return member;
    },
    onDone: ({ username: name }) => toast('good', say('account.sessionEnded', { name })),
    onRefused: (error) => toast('bad', textOf(error)),
  });
  return async (member) => {
    const isSure = await confirm({
      title: 'account.endSessionTitle',
      text: 'account.endSessionText',
      params: { name: member.username },
      yes: 'account.endSession',
      isDangerous: true,
    });
    if (isSure) run(member);
  };
}
