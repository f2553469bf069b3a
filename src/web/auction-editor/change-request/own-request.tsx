import { useState } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import {
  sendRequestAgain,
  takeBackChange,
  type ChangeRequest,
  type RequestedChange,
} from '#contract/auction/change-request.ts';
import { itemsAfter } from '#domain/auction/item-changes.ts';
import { askedChanges, openRequestOf } from '#web/auction-editor/change-request/asked-changes.ts';
import { ChangeList, RequestFacts } from '#web/auction-editor/change-request/request-parts.tsx';
import { ItemDialog, type Edited } from '#web/auction-editor/items/item-dialog.tsx';
import { knownItems } from '#web/auction-editor/items/item-form.ts';
import { requestWay } from '#web/auction-editor/items/item-way.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useAct } from '#web/design/dialogs/use-act.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = { auction: Auction; request: ChangeRequest; closed: PhraseKey | undefined };

/** The owner's request: what became of it, what it asks for; each change can be corrected and taken back while it is open. */
export function OwnRequest({ auction, request, closed }: Props) {
  const say = useSay();
  const [edited, setEdited] = useState<Edited>();
  const { status, version, changes } = request;
  const isOpen = openRequestOf(request) !== undefined;
  const takeBack = useTakeBack(auction.id);
  const again = useSendAgain(auction.id);
  const looks = { size: 'xs', variant: 'subtle', reason: closed } as const;
  const nameOf = (action: PhraseKey, { name }: RequestedChange) => `${say(action)}: ${name}`;
  const actionsOf = (change: RequestedChange) => (
    <>
      {change.after && (
        <ReasonButton
          {...looks}
          name={nameOf('changeRequest.edit', change)}
          onClick={() => change.after && setEdited({ itemId: change.auctionItemId, form: change.after })}
        >
          {say('changeRequest.edit')}
        </ReasonButton>
      )}
      <ReasonButton
        {...looks}
        isDangerous
        name={nameOf('changeRequest.takeBack', change)}
        onClick={() => takeBack(change)}
      >
        {say('changeRequest.takeBack')}
      </ReasonButton>
    </>
  );
  return (
    <Card
      title="changeRequest.yours"
      action={
        status === 'Returned' && (
          <ReasonButton reason={closed} loading={again.isPending} onClick={() => again.act(version)}>
            {say('changeRequest.sendAgain')}
          </ReasonButton>
        )
      }
    >
      <RequestFacts request={request} withHint />
      <ChangeList request={request} {...(isOpen && { actionsOf })} />
      {edited && (
        <ItemDialog
          auction={auction}
          edited={edited}
          known={itemsAfter(knownItems(auction), askedChanges(changes))}
          way={requestWay(auction.id, version)}
          images={request.images}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

function useTakeBack(auctionId: string): (change: RequestedChange) => void {
  const say = useSay();
  const { act } = useAct({
    question: ({ name }: RequestedChange) => ({
      title: 'changeRequest.takeBackTitle',
      text: 'changeRequest.takeBackText',
      params: { name },
      yes: 'changeRequest.takeBack',
      isDangerous: true,
    }),
    send: ({ id }) => api(takeBackChange, { params: { id } }),
    changed: useAuctionChanged(auctionId),
    done: ({ name }) => say('changeRequest.takenBack', { name }),
  });
  return act;
}

function useSendAgain(id: string) {
  const say = useSay();
  return useAct({
    send: (version: number) => api(sendRequestAgain, { params: { id }, body: { version } }),
    changed: useAuctionChanged(id),
    done: () => say('changeRequest.sentAgain'),
  });
}
