import { IconArrowBackUp, IconCircleCheck, IconClockOff, IconHourglass, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ChangeRequest } from '#contract/auction/change-request.ts';
import type { RequestStatus } from '#domain/auction/change-request.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import type { Tone } from '#web/design/feedback/tone.ts';
import { Fact, Facts } from '#web/design/layout/facts.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Look = { readonly tone: Tone; readonly title: PhraseKey; readonly icon: Icon; readonly hint: PhraseKey };

const LOOKS: Record<RequestStatus, Look> = {
  Pending: {
    tone: 'info',
    title: 'changeRequest.statusPending',
    icon: IconHourglass,
    hint: 'changeRequest.pendingHint',
  },
  Returned: {
    tone: 'warn',
    title: 'changeRequest.statusReturned',
    icon: IconArrowBackUp,
    hint: 'changeRequest.returnedHint',
  },
  Approved: {
    tone: 'good',
    title: 'changeRequest.statusApproved',
    icon: IconCircleCheck,
    hint: 'changeRequest.approvedHint',
  },
  Lapsed: { tone: 'quiet', title: 'changeRequest.statusLapsed', icon: IconClockOff, hint: 'changeRequest.lapsedHint' },
};

type Props = {
  request: ChangeRequest;
  /** To its owner: what to do about it. */
  withHint?: boolean;
  children?: ReactNode;
};

/** How far a request is, who asked when, and what an admin said to it. */
export function RequestFacts({ request, withHint = false, children }: Props) {
  const say = useSay();
  const { status, message, requestedBy, sentAt, decidedAt } = request;
  const { hint, ...look } = LOOKS[status];
  return (
    <>
      <Notice {...look}>
        {message && <p>{message}</p>}
        {withHint && <p>{say(hint)}</p>}
        {children}
      </Notice>
      <Facts>
        <Fact label="changeRequest.requestedBy">{requestedBy}</Fact>
        <Fact label="changeRequest.sentAt">
          <Moment at={sentAt} />
        </Fact>
        {decidedAt && (
          <Fact label="changeRequest.decidedAt">
            <Moment at={decidedAt} />
          </Fact>
        )}
      </Facts>
    </>
  );
}
