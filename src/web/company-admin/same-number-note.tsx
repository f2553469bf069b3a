import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SameNumber } from '#contract/company/registration.ts';
import { RegistrationBadge } from '#web/company/registration-looks.tsx';
import { AccountBadge } from '#web/company-admin/account-badge.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { paths } from '#web/paths.ts';
import css from './same-number-note.module.css';

/**
 * Lists other companies with the same registration number. Companies may share a number, but an administrator should
 * know this before the approval.
 */
export function SameNumberNote({ others }: { others: readonly SameNumber[] }) {
  if (others.length === 0) return null;
  return (
    <Notice tone="warn" icon={IconAlertTriangle} title="registration.sameNumber">
      <ul className={css.others}>
        {others.map((other) => (
          <li key={other.id}>
            <Link to={other.kind === 'account' ? paths.businessAccount(other.id) : paths.accountRegistration(other.id)}>
              {other.companyName}
            </Link>
            {other.kind === 'account' ? (
              <AccountBadge status={other.status} />
            ) : (
              <RegistrationBadge status={other.status} />
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
