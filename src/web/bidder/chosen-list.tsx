import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { candidateKey, refusalOf, type Candidate, type ChosenBuyer } from '#web/bidder/chosen-buyers.ts';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { afterPress } from '#web/design/forms/after-press.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './chosen-list.module.css';

type Props = {
  chosen: readonly ChosenBuyer[];
  onChange: (key: string, change: Partial<ChosenBuyer>) => void;
  onRemove: (candidate: Candidate) => void;
};

/** Those who were ticked, each with a maximum quantity of its own or none. */
export function ChosenList({ chosen, onChange, onRemove }: Props) {
  const say = useSay();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 className={css.title} id={id}>
        {say('bidder.chosen', { count: chosen.length })}
      </h3>
      <p className={css.hint}>
        {chosen.length === 0 ? say('bidder.noneChosenHint') : say('bidder.maxQuantityHelp', { maximum: QUANTITY_MAX })}
      </p>
      <ul className={css.list}>
        {chosen.map((buyer) => (
          <ChosenLine key={candidateKey(buyer)} buyer={buyer} onChange={onChange} onRemove={onRemove} />
        ))}
      </ul>
    </section>
  );
}

function ChosenLine({ buyer, onChange, onRemove }: Omit<Props, 'chosen'> & { buyer: ChosenBuyer }) {
  const say = useSay();
  const key = candidateKey(buyer);
  return (
    <li className={css.line}>
      <div className={css.who}>
        <div className={css.name}>{buyer.username}</div>
        <div className={css.company}>{buyer.businessAccount}</div>
      </div>
      <div className={css.quantity} role="group" aria-label={buyer.username}>
        <NumberField
          label="bidder.maxQuantityField"
          suffix={say('unit.recs')}
          value={buyer.maxQuantity}
          refusal={refusalOf(buyer)}
          onChange={(maxQuantity) => onChange(key, { maxQuantity, refused: undefined })}
          onBlur={() => afterPress(() => onChange(key, { isTouched: true }))}
        />
      </div>
      <ActionIcon
        color="gray"
        className={css.remove}
        aria-label={say('bidder.unchoose', { name: buyer.username })}
        onClick={() => onRemove(buyer)}
      >
        <IconX size={16} />
      </ActionIcon>
    </li>
  );
}
