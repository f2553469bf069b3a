import { TextInput } from '@mantine/core';
import { textOfNumber, useNumberComplaint } from '#web/design/fields/number-text.ts';
import { TickBox } from '#web/design/fields/tick-box.tsx';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import type { Complaints } from '#web/bidding/bid-form/bid-form.ts';
import { proposedOf, type Draft } from '#web/bidding/bid-form/draft.ts';
import css from './part-field.module.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ProposedBid } from '#domain/bidding/judge-bid.ts';

type Props = {
  label: string;
  draft: Draft;
  complaints: Pick<Complaints, 'bidderPartialFulfillment' | 'minimumAcceptable'>;
  onType: (change: Partial<Draft>) => void;
};

/** The fields for partial fill: whether the bid accepts less than its quantity, and its minimum acceptable quantity. */
export function PartField({ label, draft, complaints, onType }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  const complaintOf = useNumberComplaint();
  const { bidderPartialFulfillment, minimumAcceptable } = complaints;
  const leave = () => {
    const least = proposedOf(draft).minimumAcceptable;
    if (least !== null && Number.isInteger(least)) onType({ minimumAcceptable: textOfNumber(least) });
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
          error={complaintOf(draft.minimumAcceptable, minimumAcceptable)}
          onChange={(event) => onType({ minimumAcceptable: event.currentTarget.value })}
          onBlur={leave}
        />
      )}
      {bidderPartialFulfillment && (
        <p className={css.complaint} role="alert">
          {textOf(bidderPartialFulfillment)}
        </p>
      )}
      {takesMoreThanOne(proposedOf(draft)) && <DropOutWarning />}
    </div>
  );
}

/**
 * Returns true if the typed bid needs two or more RECs to win anything. A slightly better bid could make such a bid
 * drop out.
 */
export const takesMoreThanOne = ({ allowsPartial, minimumAcceptable, quantity }: ProposedBid): boolean =>
  (allowsPartial ? (minimumAcceptable ?? 1) : (quantity ?? 2)) > 1;

/** Warns that a bid with a minimum loses if better bids leave fewer RECs than this minimum. */
export function DropOutWarning() {
  const say = useSay();
  return (
    <p className={css.warning}>
      <IconAlertTriangle size={14} aria-hidden /> {say('bidding.dropOutWarning')}
    </p>
  );
}
