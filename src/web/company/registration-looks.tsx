import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconProgress,
  IconRotateClockwise,
  IconSend,
  type Icon,
  IconSparkles,
} from '@tabler/icons-react';
import type { RegistrationEvent, RegistrationStatus } from '#domain/company/registration.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import type { Tone } from '#web/design/feedback/tone.ts';
import { Steps } from '#web/design/forms/steps.tsx';
import { Quote, Timeline, TimelineEvent } from '#web/design/layout/timeline.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Look = { readonly icon: Icon; readonly tone: Tone; readonly what: PhraseKey };

/** The icon, color and title of each event in a registration. */
const LOOKS: Record<RegistrationEvent, Look> = {
  submit: { icon: IconSend, tone: 'quiet', what: 'registration.submitted' },
  resubmit: { icon: IconSend, tone: 'quiet', what: 'registration.resubmitted' },
  'take-up': { icon: IconProgress, tone: 'info', what: 'registration.takenUpEvent' },
  return: { icon: IconArrowBackUp, tone: 'warn', what: 'registration.returnedEvent' },
  approve: { icon: IconCircleCheck, tone: 'good', what: 'registration.approvedEvent' },
  reject: { icon: IconCircleX, tone: 'bad', what: 'registration.rejectedEvent' },
  reopen: { icon: IconRotateClockwise, tone: 'info', what: 'registration.reopenedEvent' },
};

/** A step of a registration: its time, the remark, and the person who acted. */
type RegistrationStep = {
  readonly at: string;
  readonly action: RegistrationEvent;
  readonly content: string;
  readonly who: string;
};

/** Every step of a registration with its remark, newest first. */
export function RemarkTimeline({ steps }: { steps: readonly RegistrationStep[] }) {
  const say = useSay();
  return (
    <Timeline label={say('registration.history')}>
      {steps.toReversed().map(({ at, action, content, who }) => (
        <TimelineEvent key={at + action} {...LOOKS[action]} what={say(LOOKS[action].what)} who={who} at={at}>
          {content && <Quote>{content}</Quote>}
        </TimelineEvent>
      ))}
    </Timeline>
  );
}

type BadgeLook = { readonly tone: Tone; readonly label: PhraseKey; readonly icon: Icon };

/**
 * The badge of each status: Approved green, Rejected red, Returned orange, In-Progress blue, New gray
 * (docs/rules.md#status-colors).
 */
const BADGES: Record<RegistrationStatus, BadgeLook> = {
  New: { tone: 'quiet', label: 'registration.statusNew', icon: IconSparkles },
  'In-Progress': { tone: 'info', label: 'registration.statusInProgress', icon: IconProgress },
  Returned: { tone: 'warn', label: 'registration.statusReturned', icon: IconArrowBackUp },
  Approved: { tone: 'good', label: 'registration.statusApproved', icon: IconCircleCheck },
  Rejected: { tone: 'bad', label: 'registration.statusRejected', icon: IconCircleX },
};

/** The status of a company's registration. */
export const RegistrationBadge = ({ status }: { status: RegistrationStatus }) => <StatusBadge {...BADGES[status]} />;

/** The three steps that the registrant sees (docs/rules.md#registrations). */
const STEPS = ['register.stepRegister', 'register.stepWait', 'register.stepDone'] as const;

/**
 * Shows the three steps that lead to a business account, and how many of them are done (docs/rules.md#registrations).
 */
export const RegistrationSteps = ({ done }: { done: number }) => (
  <Steps label="register.steps" steps={STEPS} done={done} />
);
