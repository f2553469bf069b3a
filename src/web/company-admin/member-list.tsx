import type { AccountMember } from '#contract/company.ts';
import { Card } from '#web/design/facts.tsx';
import { useSay } from '#web/platform/phrase.ts';
import css from './member-list.module.css';

/** Who acts for the account, and as what; the company itself decides on that. */
export function MemberList({ members }: { members: readonly AccountMember[] }) {
  const say = useSay();
  return (
    <Card title="account.members">
      {members.length === 0 && <p className={css.none}>{say('account.noMembers')}</p>}
      <ul className={css.members}>
        {members.map(({ userId, username, email, role }) => (
          <li key={userId}>
            <span>
              <strong>{username}</strong> <span className={css.email}>{email}</span>
            </span>
            <span>{say(`member.${role}`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
