import { IconBan, IconCircleCheck, type Icon } from '@tabler/icons-react';
import type { Person } from '#domain/access/may.ts';
import { StatusBadge } from '#web/design/status-badge.tsx';
import type { Tone } from '#web/design/tone.ts';
import type { PhraseKey } from '#web/platform/phrase.ts';

type AccountStatus = Person['accounts'][number]['status'];
type Look = { readonly tone: Tone; readonly label: PhraseKey; readonly icon: Icon };

/** Active green, Blacklisted red (specification 4). */
const LOOKS: Record<AccountStatus, Look> = {
  Active: { tone: 'good', label: 'account.active', icon: IconCircleCheck },
  Blacklisted: { tone: 'bad', label: 'account.blacklisted', icon: IconBan },
};

export const AccountBadge = ({ status }: { status: AccountStatus }) => <StatusBadge {...LOOKS[status]} />;
