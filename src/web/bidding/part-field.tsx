import { TextInput } from '@mantine/core';
import { textOfNumber } from '#web/design/number-text.ts';
import { TickBox } from '#web/design/tick-box.tsx';
import { useErrorText, useSay, type Wrong } from '#web/platform/phrase.ts';
import type { Complaint } from '#web/bidding/bid-form.ts';
import { proposedOf, type Draft } from '#web/bidding/draft.ts';
import css from './part-field.module.css';

type Props = {
  label: string;
  draft: Draft;
  complaint: Complaint | undefined;
  onType: (change: Partial<Draft>) => void;
};

/** Whether a part of the bid may be won, and from how many RECs on: a smaller remainder is then not taken. */
export function PartField({ label, draft, complaint, onType }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  const leave = () => {
    const { minimumAcceptable } = proposedOf(draft);
    if (minimumAcceptable !== null && Number.isInteger(minimumAcceptable)) {
      onType({ minimumAcceptable: textOfNumber(minimumAcceptable) });
    }
  };
  return (
    <div className={css.part}>
      <TickBox label={label} checked={draft.allowsPartial} onChange={(allowsPartial) => onType({ allowsPartial })} />
      {draft.allowsPartial && (
        <TextInput
          className={css.minimum}
          label={say('bidding.minimumAcceptable')}
          placeholder={say('bidding.minimumAny')}
          size="xs"
          inputMode="numeric"
          autoComplete="off"
          value={draft.minimumAcceptable}
          error={complaint && textOf(complaint as Wrong)}
          onChange={(event) => onType({ minimumAcceptable: event.currentTarget.value })}
          onBlur={leave}
        />
      )}
    </div>
  );
}
