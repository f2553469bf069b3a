import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconProgress,
  IconSparkles,
  type Icon,
} from '@tabler/icons-react';
import type { RegistrationStatus } from '#domain/company/registration.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import type { Tone } from '#web/design/feedback/tone.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

type Look = { readonly tone: Tone; readonly label: PhraseKey; readonly icon: Icon };

/** Approved green, rejected red, returned orange, in-progress blue, anything else gray (specification 4). */
const LOOKS: Record<RegistrationStatus, Look> = {
  New: { tone: 'quiet', label: 'registration.statusNew', icon: IconSparkles },
  'In-Progress': { tone: 'info', label: 'registration.statusInProgress', icon: IconProgress },
  Returned: { tone: 'warn', label: 'registration.statusReturned', icon: IconArrowBackUp },
  Approved: { tone: 'good', label: 'registration.statusApproved', icon: IconCircleCheck },
  Rejected: { tone: 'bad', label: 'registration.statusRejected', icon: IconCircleX },
};

/** The state of a company's registration. */
export const RegistrationBadge = ({ status }: { status: RegistrationStatus }) => <StatusBadge {...LOOKS[status]} />;
