import { useState } from 'react';
import { addBidders, listBidderCandidates, readPastedBidders } from '#contract/bidder/bidder.ts';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import {
  addRequest,
  areValid,
  candidateKey,
  changeChosen,
  choosePastedBidders,
  clashOf,
  isChosen,
  isTaken,
  pastedBidder,
  refusalOf,
  toggleCandidate,
  withRefusals,
  type Candidate,
  type ChosenBidder,
  type RemainingBidderLine,
} from '#web/bidder/chosen-bidders.ts';
import { viewOfRemaining, type RemainingLineView } from '#web/bidder/pasted-list.ts';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { afterPress } from '#web/design/forms/after-press.ts';
import { ChosenList } from '#web/bidder/chosen-list.tsx';
import { ChoosingDialog, type CandidateView } from '#web/bidder/choosing-dialog.tsx';
import { usePastedList } from '#web/bidder/pasted-list.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay, type Say } from '#web/platform/phrases/phrase.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import css from './add-bidders-dialog.module.css';

type Props = { auctionId: string; onClose: () => void; onDone: (count: number, isLeft: boolean) => void };

/** Adds bidders to an auction. The server adds all chosen bidders, or none. */
export function AddBiddersDialog({ auctionId, onClose, onDone }: Props) {
  const say = useSay();
  const keys = useRequestKeys();
  const [chosen, setChosen] = useState<readonly ChosenBidder[]>([]);
  const [isEmptySent, setIsEmptySent] = useState(false);
  const list = usePastedList({
    read: (text) => api(readPastedBidders, { params: { id: auctionId }, body: { text } }),
    take: (lines) => {
      const after = choosePastedBidders(chosen, lines);
      setChosen(after.chosen);
      return { foundCount: after.chosen.length - chosen.length, left: after.left };
    },
  });
  const change = (buyer: ChosenBidder, changed: Partial<ChosenBidder>) =>
    setChosen((before) => changeChosen(before, candidateKey(buyer), changed));
  const choosePastedOne = (line: RemainingBidderLine, key: string) => {
    const candidate = line.candidates.find((one) => candidateKey(one) === key);
    if (!candidate) return;
    setChosen([...chosen, pastedBidder(candidate, line)]);
    list.settle(line);
  };
  const { run, isPending, error } = useChange({
    send: () => {
      const body = addRequest(chosen);
      return api(addBidders, { params: { id: auctionId }, body, key: keys.keyFor(body) });
    },
    onDone: (added) => {
      setChosen([]);
      onDone(added.length, list.text.trim() !== '');
    },
    onRefused: ({ fields }) => setChosen((before) => withRefusals(before, fields)),
  });
  const send = () => {
    setIsEmptySent(chosen.length === 0);
    setChosen((before) => before.map((buyer) => ({ ...buyer, isTouched: true })));
    if (chosen.length > 0 && areValid(chosen)) run();
  };
  return (
    <ChoosingDialog
      title="bidder.add"
      paste={{
        help: 'bidder.pastedHelp',
        file: 'bidders',
        list,
        show: (line) => remainingView(line, chosen),
        onChoose: choosePastedOne,
      }}
      search={{
        search: 'bidder.candidateSearch',
        name: ['bidder-candidates', auctionId],
        find: (query, signal) => api(listBidderCandidates, { params: { id: auctionId }, query, signal }),
        show: (candidate) => candidateView(say, candidate, chosen),
        onToggle: (candidate) => setChosen((before) => toggleCandidate(before, candidate)),
      }}
      hasChosen={chosen.length > 0}
      onSend={send}
      error={error}
      isPending={isPending}
      onClose={onClose}
    >
      <ChosenList
        chosen={chosen}
        show={(buyer) => ({ key: candidateKey(buyer), name: buyer.username, note: buyer.businessAccount })}
        hint={say('bidder.maxQuantityHelp', { maximum: QUANTITY_MAX })}
        renderField={(buyer) => (
          <NumberField
            label="bidder.maxQuantityField"
            suffix={say('unit.recs')}
            value={buyer.maxQuantity}
            refusal={refusalOf(buyer)}
            onChange={(maxQuantity) => change(buyer, { maxQuantity, refused: undefined })}
            onBlur={() => afterPress(() => change(buyer, { isTouched: true }))}
          />
        )}
        onRemove={(candidate) => setChosen((before) => toggleCandidate(before, candidate))}
      />
      {isEmptySent && chosen.length === 0 && (
        <p className={css.missing} role="alert">
          {say('bidder.noneChosen')}
        </p>
      )}
    </ChoosingDialog>
  );
}

/**
 * Returns the texts and choices for a pasted line that could not be added. The line names no candidate, several
 * candidates, or one who cannot be chosen.
 */
const remainingView = (line: RemainingBidderLine, chosen: readonly ChosenBidder[]): RemainingLineView =>
  viewOfRemaining(line, {
    isTaken: (one) => isTaken(chosen, one),
    choiceOf: (one) => ({ value: candidateKey(one), label: `${one.username} · ${one.businessAccount}` }),
    whyOf: (finding) => `bidder.finding.${finding}`,
  });

/**
 * Returns the texts and the state of a candidate in the list. If the candidate conflicts with a chosen one, the note
 * contains the reason.
 */
function candidateView(say: Say, candidate: Candidate, chosen: readonly ChosenBidder[]): CandidateView {
  const clash = clashOf(chosen, candidate);
  return {
    key: candidateKey(candidate),
    name: candidate.username,
    note: clash ? `${candidate.businessAccount} · ${say(clash)}` : candidate.businessAccount,
    isChosen: isChosen(chosen, candidate),
    isOff: clash !== undefined,
  };
}
