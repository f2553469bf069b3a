import { useState } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { approveRequest, type ChangeRequest } from '#contract/auction/change-request.ts';
import { refusalOf } from '#domain/basics/accept.ts';
import { judgeChanges } from '#domain/auction/item-changes.ts';
import { isTooLateForRequest } from '#domain/bidding/cancellation.ts';
import { ChangeList } from '#web/auction-editor/change-request/change-list.tsx';
import { knownItems } from '#web/auction-editor/items/item-form.ts';
import { askedChanges, openRequestOf } from '#web/auction-editor/change-request/asked-changes.ts';
import { RequestFacts } from '#web/auction-editor/change-request/request-facts.tsx';
import { ReturnDialog } from '#web/auction-editor/change-request/return-dialog.tsx';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { useAct } from '#web/design/dialogs/use-act.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './request-tab.module.css';

type Props = { auction: Auction; request: ChangeRequest };

/** What the owner asks for, and an admin's decision on it as a whole. */
export function RequestTab({ auction, request }: Props) {
  const say = useSay();
  const [isReturning, setIsReturning] = useState(false);
  const { status, changes } = request;
  const isOpen = openRequestOf(request) !== undefined;
  const refused = isOpen ? refusalOf(judgeChanges(knownItems(auction), askedChanges(changes), auction)) : undefined;
  const waiting = status === 'Returned' ? ('changeRequest.notPending' as const) : undefined;
  const late = useTooLate(auction);
  const { ask, isPending } = useApprove(auction, request);
  const breaks: PhraseKey | undefined = refused ? 'changeRequest.approveWrong' : undefined;
  return (
    <Card
      title="changeRequest.title"
      action={
        isOpen && (
          <div className={css.actions}>
            <ReasonButton variant="default" reason={waiting} onClick={() => setIsReturning(true)}>
              {say('changeRequest.sendBack')}
            </ReasonButton>
            <ReasonButton reason={waiting ?? late ?? breaks} loading={isPending} onClick={ask}>
              {say('changeRequest.approve')}
            </ReasonButton>
          </div>
        )
      }
    >
      <RequestFacts request={request} />
      <p className={css.count}>{say('changeRequest.count', { count: changes.length })}</p>
      <ChangeList
        changes={changes}
        images={request.images}
        before={status === 'Approved' ? 'changeRequest.before' : 'changeRequest.now'}
        {...(refused && { wrong: refused.wrong })}
      />
      {isReturning && <ReturnDialog auction={auction} request={request} onClose={() => setIsReturning(false)} />}
    </Card>
  );
}

/** While initial bids exist nothing is applied in the last minutes before the start (rules 3). */
function useTooLate({ startTime, changesByRequest }: Auction): PhraseKey | undefined {
  const startsAtMs = Date.parse(startTime);
  const isLate = useAtSecond((nowMs) => isTooLateForRequest(nowMs, startsAtMs), startsAtMs);
  return changesByRequest && isLate ? 'changeRequest.approveTooLate' : undefined;
}

function useApprove({ id }: Auction, { version, changes }: ChangeRequest) {
  const say = useSay();
  const { act, isPending } = useAct({
    question: () => ({
      title: 'changeRequest.approveTitle',
      text: 'changeRequest.approveText',
      params: { count: changes.length },
      yes: 'changeRequest.approve',
    }),
    send: (seen: number) => api(approveRequest, { params: { id }, body: { version: seen } }),
    changed: useAuctionChanged(id),
    done: () => say('changeRequest.approved'),
  });
  // As it stood when the question was asked: nobody decides on what he hasn't seen.
  return { ask: () => act(version), isPending };
}
