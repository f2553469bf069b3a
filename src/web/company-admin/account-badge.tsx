import { IconBan, IconCircleCheck, type Icon } from '@tabler/icons-react';
import type { AccountStatus } from '#domain/company/account.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import type { Tone } from '#web/design/feedback/tone.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

type Look = { readonly tone: Tone; readonly label: PhraseKey; readonly icon: Icon };

/** The badge of each status: Active green, Blacklisted red (docs/rules.md#status-colors). */
export const ACCOUNT_LOOKS: Record<AccountStatus, Look> = {
  Active: { tone: 'good', label: 'account.Active', icon: IconCircleCheck },
  Blacklisted: { tone: 'bad', label: 'account.Blacklisted', icon: IconBan },
};

/** Shows the status of a company account as a badge. */
export const AccountBadge = ({ status }: { status: AccountStatus }) => <StatusBadge {...ACCOUNT_LOOKS[status]} />;
