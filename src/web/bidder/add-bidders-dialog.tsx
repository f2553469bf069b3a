import { useState } from 'react';
import { addBidders } from '#contract/bidder.ts';
import { CandidateList } from '#web/bidder/candidate-list.tsx';
import {
  addRequest,
  areRight,
  changeBuyer,
  toggle,
  withRefusals,
  type ChosenBuyer,
} from '#web/bidder/chosen-buyers.ts';
import { ChosenList } from '#web/bidder/chosen-list.tsx';
import { PasteBox } from '#web/bidder/paste-box.tsx';
import { usePastedList } from '#web/bidder/use-pasted-list.ts';
import { FormDialog } from '#web/design/form-dialog.tsx';
import { Segments } from '#web/design/segments.tsx';
import { api } from '#web/platform/api.ts';
import { useSay } from '#web/platform/phrase.ts';
import { useRequestKeys } from '#web/platform/request-key.ts';
import { useChange } from '#web/platform/use-change.ts';
import css from './add-bidders-dialog.module.css';

type Props = { auctionId: string; onClose: () => void; onDone: (count: number, isLeft: boolean) => void };

const WAYS = ['bySearch', 'byPasting'] as const;
type Way = (typeof WAYS)[number];

/**
 * Chooses any number of people, by search or from a pasted list, and admits all of them or none. Lines of a list that
 * mean nobody are in nobody's way: they stay in the box, and the dialog stays open for them.
 */
export function AddBiddersDialog({ auctionId, onClose, onDone }: Props) {
  const say = useSay();
  const keys = useRequestKeys();
  const [chosen, setChosen] = useState<readonly ChosenBuyer[]>([]);
  const [isEmptySent, setIsEmptySent] = useState(false);
  const [way, setWay] = useState<Way>('bySearch');
  const list = usePastedList(auctionId, chosen, setChosen);
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
  const submit = () => {
    // What was pasted and not looked at yet comes first: it may be all that there is to add.
    if (list.isUnchecked) return list.check();
    setIsEmptySent(chosen.length === 0);
    setChosen((before) => before.map((buyer) => ({ ...buyer, isTouched: true })));
    return chosen.length > 0 && areRight(chosen) ? run() : undefined;
  };
  return (
    <FormDialog
      title="bidder.add"
      submit="bidder.add"
      isOpen
      onClose={onClose}
      onSubmit={submit}
      error={error}
      isPending={isPending || list.isPending}
      isDirty={chosen.length > 0 || list.text.trim() !== ''}
      size="lg"
    >
      <div>
        <Segments
          label={say('bidder.way')}
          segments={WAYS.map((value) => ({ value, label: say(`bidder.${value}`) }))}
          value={way}
          onChange={setWay}
        />
      </div>
      {way === 'byPasting' ? (
        <PasteBox list={list} chosen={chosen} />
      ) : (
        <CandidateList
          auctionId={auctionId}
          chosen={chosen}
          onToggle={(candidate) => setChosen((before) => toggle(before, candidate))}
        />
      )}
      <ChosenList
        chosen={chosen}
        onChange={(key, change) => setChosen((before) => changeBuyer(before, key, change))}
        onRemove={(candidate) => setChosen((before) => toggle(before, candidate))}
      />
      {isEmptySent && chosen.length === 0 && (
        <p className={css.missing} role="alert">
          {say('bidder.noneChosen')}
        </p>
      )}
    </FormDialog>
  );
}
