import { useState } from 'react';
import { readPastedBidders } from '#contract/bidder.ts';
import {
  choosePasted,
  pastedBuyer,
  textOfLeft,
  type Candidate,
  type ChosenBuyer,
  type LeftLine,
} from '#web/bidder/chosen-buyers.ts';
import { api } from '#web/platform/api.ts';
import { useChange } from '#web/platform/use-change.ts';

/** What came of checking the box as it stands: how many were chosen, and what is left of it. */
type Checked = { readonly foundCount: number; readonly left: readonly LeftLine[] };

/** A box to paste names into: whom they mean without doubt is chosen, the other lines stay to be corrected. */
export function usePastedList(
  auctionId: string,
  chosen: readonly ChosenBuyer[],
  onChoose: (chosen: readonly ChosenBuyer[]) => void,
) {
  const [text, setText] = useState('');
  const [checked, setChecked] = useState<Checked>();
  const keep = (foundCount: number, left: readonly LeftLine[]) => {
    setText(textOfLeft(left));
    setChecked({ foundCount, left });
  };
  const { run, isPending, error } = useChange({
    send: () => api(readPastedBidders, { params: { id: auctionId }, body: { text } }),
    onDone: (lines) => {
      const after = choosePasted(chosen, lines);
      onChoose(after.chosen);
      keep(after.chosen.length - chosen.length, after.left);
    },
  });
  return {
    text,
    change: (typed: string) => {
      setText(typed);
      setChecked(undefined);
    },
    check: () => run(),
    isPending,
    error,
    checked,
    /** Typed or pasted since it was checked last. */
    isUnchecked: text.trim() !== '' && !checked,
    choose: (line: LeftLine, candidate: Candidate) => {
      onChoose([...chosen, pastedBuyer(line, candidate)]);
      keep(
        (checked?.foundCount ?? 0) + 1,
        (checked?.left ?? []).filter((one) => one !== line),
      );
    },
  };
}
export type PastedList = ReturnType<typeof usePastedList>;
