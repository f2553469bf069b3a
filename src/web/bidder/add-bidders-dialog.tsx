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
import { FormDialog } from '#web/design/form-dialog.tsx';
import { api } from '#web/platform/api.ts';
import { useSay } from '#web/platform/phrase.ts';
import { useRequestKeys } from '#web/platform/request-key.ts';
import { useChange } from '#web/platform/use-change.ts';
import css from './add-bidders-dialog.module.css';

type Props = { auctionId: string; onClose: () => void; onDone: (count: number) => void };

/** Searches people, ticks any number of them, and admits all or none. */
export function AddBiddersDialog({ auctionId, onClose, onDone }: Props) {
  const say = useSay();
  const keys = useRequestKeys();
  const [chosen, setChosen] = useState<readonly ChosenBuyer[]>([]);
  const [isEmptySent, setIsEmptySent] = useState(false);
  const { run, isPending, error } = useChange({
    send: () => {
      const body = addRequest(chosen);
      return api(addBidders, { params: { id: auctionId }, body, key: keys.keyFor(body) });
    },
    onDone: (added) => onDone(added.length),
    onRefused: ({ fields }) => setChosen((before) => withRefusals(before, fields)),
  });
  const submit = () => {
    setIsEmptySent(chosen.length === 0);
    setChosen((before) => before.map((buyer) => ({ ...buyer, isTouched: true })));
    if (chosen.length > 0 && areRight(chosen)) run();
  };
  return (
    <FormDialog
      title="bidder.add"
      submit="bidder.add"
      isOpen
      onClose={onClose}
      onSubmit={submit}
      error={error}
      isPending={isPending}
      isDirty={chosen.length > 0}
      size="lg"
    >
      <CandidateList
        auctionId={auctionId}
        chosen={chosen}
        onToggle={(candidate) => setChosen((before) => toggle(before, candidate))}
      />
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
