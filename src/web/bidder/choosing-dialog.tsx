import { useState, type ComponentProps, type ReactNode } from 'react';
import { CandidateList } from '#web/bidder/candidate-list.tsx';
import { PasteBox } from '#web/bidder/paste-box.tsx';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

const WAYS = ['bySearch', 'byPasting'] as const;
type Way = (typeof WAYS)[number];

type Props<Candidate, Left extends { readonly text: string }> = {
  title: PhraseKey;
  paste: ComponentProps<typeof PasteBox<Left>>;
  search: ComponentProps<typeof CandidateList<Candidate>>;
  hasChosen: boolean;
  /** Sends those who are chosen; not called while something pasted isn't looked at yet. */
  onSend: () => void;
  error: ApiError | null;
  isPending: boolean;
  onClose: () => void;
  /** Those who are chosen. */
  children: ReactNode;
};

/**
 * Chooses any number of people or companies, by search or from a pasted list. Lines of a list that mean nobody are in
 * nobody's way: they stay in the box, and the dialog stays open for them.
 */
export function ChoosingDialog<Candidate, Left extends { readonly text: string }>(props: Props<Candidate, Left>) {
  const { title, paste, search, hasChosen, onSend, error, isPending, onClose, children } = props;
  const say = useSay();
  const [way, setWay] = useState<Way>('bySearch');
  const { list } = paste;
  return (
    <FormDialog
      title={title}
      submit={title}
      isOpen
      onClose={onClose}
      // What was pasted and not looked at yet comes first: it may be all that there is to add.
      onSubmit={list.isUnchecked ? list.check : onSend}
      error={error}
      isPending={isPending || list.isPending}
      isDirty={hasChosen || list.text.trim() !== ''}
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
      {way === 'byPasting' ? <PasteBox {...paste} /> : <CandidateList {...search} />}
      {children}
    </FormDialog>
  );
}
