import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconProgress, IconSend, type Icon } from '@tabler/icons-react';
import type { RegistrationEvent } from '#domain/company/registration.ts';
import type { Tone } from '#web/design/feedback/tone.ts';
import { Quote, Timeline, TimelineEvent } from '#web/design/layout/timeline.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Look = { readonly icon: Icon; readonly tone: Tone; readonly what: PhraseKey };

const LOOKS: Record<RegistrationEvent, Look> = {
  submit: { icon: IconSend, tone: 'quiet', what: 'registration.submitted' },
  resubmit: { icon: IconSend, tone: 'quiet', what: 'registration.resubmitted' },
  'take-up': { icon: IconProgress, tone: 'info', what: 'registration.takenUpEvent' },
  return: { icon: IconArrowBackUp, tone: 'warn', what: 'registration.returnedEvent' },
  approve: { icon: IconCircleCheck, tone: 'good', what: 'registration.approvedEvent' },
  reject: { icon: IconCircleX, tone: 'bad', what: 'registration.rejectedEvent' },
};

type Step = { readonly at: string; readonly action: RegistrationEvent; readonly content: string; readonly who: string };

/** Every step of a registration with its remark, the newest first. */
export function RemarkTimeline({ steps }: { steps: readonly Step[] }) {
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
