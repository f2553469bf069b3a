import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { type AccountMember, endSessions } from '#contract/company/company.ts';
import { useAct } from '#web/design/dialogs/use-act.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './member-list.module.css';

/** Who acts for the account, and as what; the company itself decides on that. */
export function MemberList({ members }: { members: readonly AccountMember[] }) {
  const say = useSay();
  const end = useEndSessions();
  return (
    <Card title="account.members">
      {members.length === 0 && <p className={css.none}>{say('account.noMembers')}</p>}
      <ul className={css.members}>
        {members.map((member) => (
          <li key={member.userId}>
            <span>
              <strong>{member.username}</strong> <span className={css.email}>{member.email}</span>
            </span>
            <span className={css.side}>
              {say(`member.${member.role}`)}
              <Button
                size="xs"
                variant="subtle"
                aria-label={`${say('account.endSession')}: ${member.username}`}
                onClick={() => end(member)}
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
function useEndSessions(): (member: AccountMember) => void {
  const say = useSay();
  const { act } = useAct({
    question: ({ username: name }: AccountMember) => ({
      title: 'account.endSessionTitle',
      text: 'account.endSessionText',
      params: { name },
      yes: 'account.endSession',
      isDangerous: true,
    }),
    send: ({ userId: id }) => api(endSessions, { params: { id } }),
    done: ({ username: name }) => say('account.sessionEnded', { name }),
  });
  return act;
}
