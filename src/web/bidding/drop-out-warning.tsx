import { IconAlertTriangle } from '@tabler/icons-react';
import type { ProposedBid } from '#domain/bidding/judge-bid.ts';
import { useSay } from '#web/platform/phrase.ts';
import css from './part-field.module.css';

/** Whether a bid as it is typed takes more than one REC or nothing: a better bid, however small, may then push it out. */
export const takesMoreThanOne = ({ allowsPartial, minimumAcceptable, quantity }: ProposedBid): boolean =>
  (allowsPartial ? (minimumAcceptable ?? 1) : (quantity ?? 2)) > 1;

export function DropOutWarning() {
  const say = useSay();
  return (
    <p className={css.warning}>
      <IconAlertTriangle size={14} aria-hidden /> {say('bidding.dropOutWarning')}
    </p>
  );
}
