import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { type AccountMember, endSessions } from '#contract/company/company.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import css from './member-list.module.css';

/** Who acts for the account, and as what; the company itself decides on that. */
export function MemberList({ members }: { members: readonly AccountMember[] }) {
  const say = useSay();
  const end = useEndSessions();
  return (
    <Card title="account.members">
      {members.length === 0 && <p className={css.none}>{say('account.noMembers')}</p>}
      <ul className={css.members}>
        {members.map(({ userId, username, email, role }) => (
          <li key={userId}>
            <span>
              <strong>{username}</strong> <span className={css.email}>{email}</span>
            </span>
            <span className={css.side}>
              {say(`member.${role}`)}
              <Button
                size="xs"
                variant="subtle"
                aria-label={`${say('account.endSession')}: ${username}`}
                onClick={() => void end({ userId, username, email, role })}
                leftSection={<IconLogout size={15} aria-hidden />}
              >
                {say('account.endSession')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Asks, then throws somebody out of whatever is signed in. */
function useEndSessions(): (member: AccountMember) => Promise<void> {
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
