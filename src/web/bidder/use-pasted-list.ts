import { useState } from 'react';
import { textOfLeft } from '#web/bidder/choose-pasted.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

/** What came of checking the box as it stands: how many were chosen, and what is left of it. */
type Checked<Left> = { readonly foundCount: number; readonly left: readonly Left[] };

type Reading<Line, Left> = {
  /** Whom the text means, line by line. */
  readonly read: (text: string) => Promise<readonly Line[]>;
  /** Chooses those who are meant without doubt. */
  readonly take: (lines: readonly Line[]) => Checked<Left>;
};

/** A box to paste names into: whom they mean without doubt is chosen, the other lines stay to be corrected. */
export function usePastedList<Line, Left extends { readonly text: string }>({ read, take }: Reading<Line, Left>) {
  const [text, setText] = useState('');
  const [checked, setChecked] = useState<Checked<Left>>();
  const keep = (after: Checked<Left>) => {
    setText(textOfLeft(after.left));
    setChecked(after);
  };
  const { run, isPending, error } = useChange({ send: () => read(text), onDone: (lines) => keep(take(lines)) });
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
    /** Somebody said whom a line means. */
    settle: (line: Left) => {
      const { foundCount, left } = checked ?? { foundCount: 0, left: [] };
      keep({ foundCount: foundCount + 1, left: left.filter((one) => one !== line) });
    },
  };
}
export type PastedList<Left extends { readonly text: string }> = ReturnType<typeof usePastedList<unknown, Left>>;
