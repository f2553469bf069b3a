import { IconAlertTriangle } from '@tabler/icons-react';
import type { ProposedBid } from '#domain/bidding/judge-bid.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './part-field.module.css';

/** Whether the typed bid takes more than one REC or nothing. Any better bid may then push it out. */
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
