import { IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react';
import type { CheckStatus } from '#domain/certificate/check-status.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';

const LOOKS = {
  Submitted: { tone: 'warn', icon: IconHourglass },
  Verified: { tone: 'good', icon: IconCircleCheck },
  Rejected: { tone: 'bad', icon: IconCircleX },
} as const;

/** The state of a device or a lot. */
export const CheckBadge = ({ status }: { status: CheckStatus }) => (
  <StatusBadge {...LOOKS[status]} label={`certificate.status.${status}`} />
);
