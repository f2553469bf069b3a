import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery } from '@tanstack/react-query';
import type { SettlementTerms } from '#domain/settlement/terms.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { formatPercent } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { settlementTermsQuery, type TermsOwner } from '#web/settlement/terms-query.ts';
import css from './terms-text.module.css';

type TextProps = { owner: TermsOwner; terms: SettlementTerms };

/** The terms of settlement in plain words, one sentence each. */
export function TermsText({ owner, terms }: TextProps) {
  const say = useSay();
  const { mode, paymentDays, deliveryDays, cureDays, penaltyPercent } = terms;
  const trade = say(owner === 'auction' ? 'settlement.plain.award' : 'settlement.plain.approval');
  const payment = { days: paymentDays, event: mode === 'deliverFirst' ? say('settlement.plain.delivery') : trade };
  const delivery = { days: deliveryDays, event: mode === 'deliverFirst' ? trade : say('settlement.plain.payment') };
  const pays = say(mode === 'escrow' ? 'settlement.plain.payThird' : 'settlement.plain.pay', payment);
  const delivers = say('settlement.plain.deliver', delivery);
  return (
    <ul className={css.terms}>
      <li>{mode === 'deliverFirst' ? delivers : pays}</li>
      <li>{mode === 'deliverFirst' ? pays : delivers}</li>
      <li>{say(`settlement.plain.calendar.${terms.calendar}`)}</li>
      <li>{say('settlement.plain.cure', { days: cureDays })}</li>
      <li>
        {penaltyPercent > 0
          ? say('settlement.plain.penalty', { percent: formatPercent(penaltyPercent) })
          : say('settlement.plain.noPenalty')}
      </li>
      <li>{say(terms.holdsBack ? 'settlement.plain.heldBack' : 'settlement.plain.notHeldBack')}</li>
    </ul>
  );
}

type CardProps = { owner: TermsOwner; role: Role; id: string };

/** A section with the terms of settlement of an auction or a sell order, for people who may bid or buy. */
export function TermsCard(props: CardProps) {
  return (
    <Card title="settlement.terms">
      <LoadedTerms {...props} />
    </Card>
  );
}

/** Loads the terms of settlement of an auction or a sell order, and shows them in plain words. */
export function LoadedTerms({ owner, role, id }: CardProps) {
  const { data, error, refetch } = useQuery(settlementTermsQuery(owner, role, id));
  if (data) return <TermsText owner={owner} terms={data} />;
  if (error) return <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />;
  return <Skeleton height={120} />;
}

/** Says until when the seller names the certificates of RECs that have none: with their delivery. */
export function NamingTerms({ owner, role, id }: CardProps) {
  const say = useSay();
  const { data: terms } = useQuery(settlementTermsQuery(owner, role, id));
  if (!terms) return null;
  const trade = say(owner === 'auction' ? 'settlement.plain.award' : 'settlement.plain.approval');
  const event = terms.mode === 'deliverFirst' ? trade : say('settlement.plain.payment');
  return <p>{say('settlement.plain.name', { days: terms.deliveryDays, event })}</p>;
}
