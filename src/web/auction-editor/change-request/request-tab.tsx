import { useState } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { approveRequest, type ChangeRequest, returnRequest } from '#contract/auction/change-request.ts';
import { judgeReturn, RETURN_MESSAGE_LENGTH_MAX } from '#domain/auction/change-request.ts';
import { refusalOf } from '#domain/basics/accept.ts';
import { judgeChanges } from '#domain/auction/item-changes.ts';
import { isTooLateForRequest } from '#domain/bidding/cancellation.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { EditorDialog } from '#web/auction-editor/editor-dialog.tsx';
import { ChangeList, RequestFacts } from '#web/auction-editor/change-request/request-parts.tsx';
import { requestedChanges, knownItems, openRequestOf } from '#web/auction-editor/items/item-form.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay, type PhraseKey, useLanguage } from '#web/platform/phrases/phrase.ts';
import css from './request-tab.module.css';
import returnCss from './return-dialog.module.css';

type Props = { auction: Auction; request: ChangeRequest };

/** Shows the owner's change request. An admin can only approve or return all of its changes together. */
export function RequestTab({ auction, request }: Props) {
  const say = useSay();
  const [isReturning, setIsReturning] = useState(false);
  const { status, changes } = request;
  const isOpen = openRequestOf(request) !== undefined;
  const refused = isOpen
    ? refusalOf(
        judgeChanges(knownItems(auction), requestedChanges(changes), {
          ...auction,
          countries: env().regions.recCountries,
        }),
      )
    : undefined;
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
      <ChangeList request={request} {...(refused && { wrong: refused.wrong })} />
      {isReturning && <ReturnDialog auction={auction} request={request} onClose={() => setIsReturning(false)} />}
    </Card>
  );
}

/**
 * Returns the reason why a request cannot be applied. A request cannot be applied in the last minutes before the start,
 * if there are initial bids (docs/rules.md#change-requests).
 */
function useTooLate({ startTime, changesByRequest }: Auction): PhraseKey | undefined {
  const startsAtMs = Date.parse(startTime);
  const isLate = useAtSecond((nowMs) => isTooLateForRequest(nowMs, startsAtMs), startsAtMs);
  return changesByRequest && isLate ? 'changeRequest.approveTooLate' : undefined;
}

/** Returns a function that asks, and then approves all changes of a request, in the version that the admin has read. */
function useApprove({ id }: Auction, { version, changes }: ChangeRequest) {
  const say = useSay();
  const { act, isPending } = useAction({
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
  // Sends the version that was shown with the question, so that nobody decides on changes they have not seen.
  return { ask: () => act(version), isPending };
}

type ReturnProps = { auction: Auction; request: ChangeRequest; onClose: () => void };

/**
 * Asks for a message about the necessary corrections, and returns the request to its owner. If the call fails, the
 * typed message stays.
 */
function ReturnDialog({ auction, request, onClose }: ReturnProps) {
  const say = useSay();
  const language = useLanguage();
  const changed = useAuctionChanged(auction.id);
  const form = useForm({ message: '' }, ({ message }) => judgeReturn(message), { keptAs: 'return' });
  return (
    <EditorDialog
      title="changeRequest.sendBackTitle"
      submit="changeRequest.sendBack"
      size="sm"
      onClose={onClose}
      form={form}
      send={() => {
        const { id: auctionId } = auction;
        return api(returnRequest, { params: { id: request.id }, body: { auctionId, message: form.values.message } });
      }}
      changed={changed}
      done={() => say('changeRequest.sentBack')}
      onRefused={() => void changed()}
    >
      <p className={returnCss.text}>
        {say('changeRequest.sendBackText', { company: companyNameIn(language, auction.sellerInformation) })}
      </p>
      <TextAreaField
        {...form.field('message')}
        label="changeRequest.message"
        help={{ text: say('changeRequest.messageHelp', { maximum: RETURN_MESSAGE_LENGTH_MAX }) }}
        isRequired
        rows={4}
        autoFocus
      />
    </EditorDialog>
  );
}
