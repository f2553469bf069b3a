import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import type { AuthorityState } from '#domain/invoice/authority.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import type { CreditState } from '#web/invoice/invoice-state.ts';

const WAITS = { tone: 'warn', icon: IconClock } as const;
const DONE = { tone: 'good', icon: IconCircleCheck } as const;
const WRONG = { tone: 'bad', icon: IconAlertTriangle } as const;
const ENDED = { tone: 'quiet', icon: IconCircleX } as const;

const CREDIT = { issued: DONE, partCredited: WAITS, credited: ENDED } as const;
const AUTHORITY = {
  prepared: WAITS,
  sent: WAITS,
  pending: WAITS,
  valid: DONE,
  cancelling: WAITS,
  cancelled: ENDED,
  rejected: WRONG,
  unclear: WRONG,
} as const;

/** How much of an invoice is taken back. */
export const CreditBadge = ({ state }: { state: CreditState }) => (
  <StatusBadge {...CREDIT[state]} label={`invoice.states.${state}`} />
);

/** The state of a document at the tax authority. */
export const AuthorityBadge = ({ state }: { state: AuthorityState }) => (
  <StatusBadge {...AUTHORITY[state]} label={`invoice.authorityStates.${state}`} />
);
