import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconPoint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSettlementAsAdmin, getSettlementAsUser, type SettlementDetail } from '#contract/settlement/settlement.ts';
import { isFinal, SETTLEMENT_STEPS, stepOf, type Actor, type SettlementStep } from '#domain/settlement/tracks.ts';
import { AdminApprovals } from '#web/approval/admin-approvals.tsx';
import { EvidenceLinks } from '#web/certificate/evidence-field.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { Quote, Timeline, TimelineEvent } from '#web/design/layout/timeline.tsx';
import { SettlementInvoices } from '#web/invoice/settlement-invoices.tsx';
import { paths } from '#web/paths.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { formatDay, formatMoney, formatPercent, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import type { Role } from '#web/platform/session/session.ts';
import { SettlementOrders } from '#web/registry/settlement-orders.tsx';
import { OffersOfDefaultCard } from '#web/settlement/offers-of-default.tsx';
import { DeliveryBadge, PaymentBadge, WholeBadge } from '#web/settlement/settlement-badges.tsx';
import { StepDialog } from '#web/settlement/step-dialog.tsx';
import css from './settlement.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

/** The settlement of one trade: both tracks, the terms, the steps that the user may take now, and the timeline. */
export function SettlementPage({ role, id }: { role: Role; id: string }) {
  const route = role === 'admin' ? getSettlementAsAdmin : getSettlementAsUser;
  const query = useQuery(readQuery(['settlement', role, id], route, { params: { id } }));
  return (
    <Loaded query={query} skeleton={<Skeleton height={420} radius="md" />}>
      {(settlement) => <Shown role={role} settlement={settlement} />}
    </Loaded>
  );
}

type Props = { role: Role; settlement: SettlementDetail };

function Shown({ role, settlement }: Props) {
  const [step, choose] = useState<SettlementStep>();
  return (
    <>
      <PageTitle
        title={{ text: settlement.title }}
        back={{ to: paths.settlements(role), label: 'settlement.title' }}
        beside={<WholeBadge state={settlement.whole} />}
      />
      <AdminApprovals role={role} pageId={settlement.id} />
      <div className={css.page}>
        <Card title="settlement.trade">
          <Tracks settlement={settlement} />
          <Steps role={role} settlement={settlement} onChoose={choose} />
        </Card>
        {role === 'admin' && mayHaveOffers(settlement) && <OffersOfDefaultCard id={settlement.id} />}
        <SettlementInvoices role={role} settlement={settlement} />
        <SettlementOrders
          role={role}
          id={settlement.id}
          isInstructed={settlement.whole === 'open' && settlement.delivery === 'instructed'}
        />
        <Card title="settlement.terms">
          <Terms settlement={settlement} />
        </Card>
        <Card title="settlement.timeline">
          <Events settlement={settlement} />
        </Card>
      </div>
      {step && <StepDialog role={role} settlement={settlement} step={step} onClose={() => choose(undefined)} />}
    </>
  );
}

/** Returns whether the RECs of a trade may be offered to the next bid, or were offered. Buy orders have no next bid. */
const mayHaveOffers = ({ auctionId, payment, delivery, whole, timeline }: SettlementDetail): boolean =>
  auctionId !== null &&
  (timeline.some(({ step }) => step === 'offerNext') ||
    (!isFinal(whole) && (payment === 'defaulted' || delivery === 'failed' || delivery === 'rejected')));

function Tracks({ settlement }: Pick<Props, 'settlement'>) {
  const say = useSay();
  const language = useLanguage();
  const { currency } = env();
  const { seller, buyer, payment, delivery, owed, paid, penalty, quantity, deliveredQuantity } = settlement;
  const due = (date: string | null) =>
    date !== null && <span className={css.under}>{say('settlement.dueOn', { date: formatDay(date, language) })}</span>;
  return (
    <Facts>
      <Fact label="settlement.seller">
        <CompanyName of={seller} />
      </Fact>
      <Fact label="settlement.buyer">
        <CompanyName of={buyer} />
      </Fact>
      <Fact label="settlement.paymentTrack">
        <PaymentBadge state={payment} />
        <span className={css.under}>
          {say('settlement.paidOf', { paid: formatMoney(paid, currency), owed: formatMoney(owed, currency) })}
        </span>
        {due(settlement.paymentDueOn)}
        {settlement.cureUntil && (
          <span className={css.under}>{say('settlement.cureUntil', { date: settlement.cureUntil })}</span>
        )}
        {Number(penalty) > 0 && (
          <span className={css.under}>{say('settlement.penalty', { amount: formatMoney(penalty, currency) })}</span>
        )}
      </Fact>
      <Fact label="settlement.deliveryTrack">
        <DeliveryBadge state={delivery} />
        <span className={css.under}>
          {say('settlement.deliveredOf', {
            delivered: formatQuantity(deliveredQuantity),
            quantity: formatQuantity(quantity),
          })}
        </span>
        {due(settlement.deliveryDueOn)}
      </Fact>
    </Facts>
  );
}

/** Returns the sides for which the user acts in this settlement. */
function useActors(role: Role, { buyer, seller }: SettlementDetail): readonly Actor[] {
  const { accounts } = useProfile();
  if (role === 'admin') return ['admin'];
  const mine = new Set(accounts.filter((account) => account.role !== 'viewer').map(({ id }) => id));
  return [
    ...(mine.has(buyer.accountId) ? (['buyer'] as const) : []),
    ...(mine.has(seller.accountId) ? (['seller'] as const) : []),
  ];
}

/** Returns whether a step is shown: offers to the next bid need RECs of a default. All other steps are shown. */
const isOffered = (step: SettlementStep, settlement: SettlementDetail): boolean =>
  (step !== 'offerNext' && step !== 'endOffers') ||
  (settlement.whole === 'released' ? settlement.toOffer > 0 : mayHaveOffers(settlement));

/** Buttons for the steps that are possible now. */
function Steps({ role, settlement, onChoose }: Props & { onChoose: (step: SettlementStep) => void }) {
  const say = useSay();
  const actors = useActors(role, settlement);
  const possible = SETTLEMENT_STEPS.filter((step) => {
    const { by, payment, delivery, whole } = stepOf(step);
    return (
      by.some((actor) => actors.includes(actor)) &&
      whole.includes(settlement.whole) &&
      (payment?.includes(settlement.payment) ?? true) &&
      (delivery?.includes(settlement.delivery) ?? true) &&
      isOffered(step, settlement)
    );
  });
  if (possible.length === 0) return <p className={css.under}>{say('settlement.nothingToDo')}</p>;
  return (
    <div className={css.steps}>
      {possible.map((step) => (
        <ReasonButton key={step} variant="default" onClick={() => onChoose(step)}>
          {say(`settlement.step.${step}`)}
        </ReasonButton>
      ))}
    </div>
  );
}

function Terms({ settlement: { terms } }: Pick<Props, 'settlement'>) {
  const say = useSay();
  return (
    <Facts>
      <Fact label="settlement.mode">{say(`settlement.modes.${terms.mode}`)}</Fact>
      <Fact label="settlement.calendar">{say(`settlement.calendars.${terms.calendar}`)}</Fact>
      <Fact label="settlement.paymentDays">{say('settlement.businessDays', { days: terms.paymentDays })}</Fact>
      <Fact label="settlement.deliveryDays">{say('settlement.businessDays', { days: terms.deliveryDays })}</Fact>
      <Fact label="settlement.cureDays">{say('settlement.businessDays', { days: terms.cureDays })}</Fact>
      <Fact label="settlement.penaltyPercent">{formatPercent(terms.penaltyPercent)}</Fact>
      <Fact label="settlement.holdsBack">
        {say(terms.holdsBack ? 'settlement.heldBack' : 'settlement.notHeldBack')}
      </Fact>
    </Facts>
  );
}

function Events({ settlement: { timeline } }: Pick<Props, 'settlement'>) {
  const say = useSay();
  if (timeline.length === 0) return <p className={css.under}>{say('settlement.noEvents')}</p>;
  return (
    <Timeline label={say('settlement.timeline')}>
      {timeline.map(({ version, step, actor, by, at, amount, quantity, reference, remark, evidence }) => (
        <TimelineEvent
          key={version}
          icon={IconPoint}
          tone="quiet"
          what={say(`settlement.event.${step}`)}
          who={by ?? say(`settlement.actor.${actor}`)}
          at={at}
        >
          {amount !== null && <span className={css.under}>{formatMoney(amount, env().currency)}</span>}
          {quantity !== null && <span className={css.under}>{say('settlement.recs', { quantity })}</span>}
          {reference && <span className={css.under}>{reference}</span>}
          {remark && <Quote>{remark}</Quote>}
          {evidence.length > 0 && <EvidenceLinks evidence={evidence} />}
        </TimelineEvent>
      ))}
    </Timeline>
  );
}
