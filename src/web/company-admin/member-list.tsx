import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import type { AccountMember } from '#contract/company/company.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { useEndSessions } from '#web/company-admin/use-end-sessions.ts';
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
