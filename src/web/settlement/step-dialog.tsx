import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  takeSettlementStep,
  takeSettlementStepAsUser,
  type SettlementDetail,
} from '#contract/settlement/settlement.ts';
import type { Evidence } from '#contract/evidence.ts';
import { platformDecimals } from '#domain/basics/currency.ts';
import { centsOfText, decimalOfCents, textOfDecimal } from '#domain/basics/price.ts';
import { judgeLength, REMARK_LENGTH_MAX } from '#domain/basics/text.ts';
import type { SettlementStep } from '#domain/settlement/tracks.ts';
import { EvidenceField } from '#web/certificate/evidence-field.tsx';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { TextAreaField, TextField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { NextBidFacts, offersQuery } from '#web/settlement/offers-of-default.tsx';
import type { Role } from '#web/platform/session/session.ts';

type Draft = {
  readonly amount: number | null;
  readonly quantity: number | null;
  readonly reference: string;
  readonly remark: string;
  readonly evidence: readonly Evidence[];
  readonly answerDays: number | null;
};

const required = (value: number | null, isAsked: boolean) =>
  isAsked && (value === null || Number.isNaN(value)) ? ({ code: 'field_required' } as const) : undefined;

/** Steps that ask for a number of RECs. */
const COUNTED: ReadonlySet<SettlementStep> = new Set(['instructDelivery', 'acceptDelivery']);
/** Steps that change what the other side may expect. */
const DANGEROUS: ReadonlySet<SettlementStep> = new Set([
  'waivePayment',
  'rejectDelivery',
  'failDelivery',
  'dispute',
  'release',
  'cancel',
  'offerNext',
  'endOffers',
]);

/** The suggested number of business days to answer an offer. */
const ANSWER_DAYS = 3;

type Props = { role: Role; settlement: SettlementDetail; step: SettlementStep; onClose: () => void };

/** The dialog that takes a step of a settlement. */
export function StepDialog({ role, settlement, step, onClose }: Props) {
  const say = useSay();
  const queryClient = useQueryClient();
  const isOffer = step === 'offerNext';
  const { data: offers } = useQuery({ ...offersQuery(settlement.id), enabled: isOffer });
  const asks = { amount: step === 'confirmPayment', quantity: COUNTED.has(step) };
  const form = useForm(firstDraft(settlement, step), (draft: Draft) => ({
    amount: required(draft.amount, asks.amount),
    quantity: required(draft.quantity, asks.quantity),
    answerDays: required(draft.answerDays, isOffer),
    remark: judgeLength(draft.remark, REMARK_LENGTH_MAX),
  }));
  const changed = () =>
    Promise.all(['settlement', 'settlements'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
  const { dialog } = useDialogForm(form, {
    send: (keyFor) => {
      const { amount, quantity, reference, remark, evidence, answerDays } = form.values;
      const bidId = offers?.nextBid?.bidId;
      const body = {
        step,
        version: settlement.version,
        amount: asks.amount && amount !== null ? textOfDecimal(amount) : null,
        quantity: asks.quantity ? quantity : null,
        reference,
        remark,
        evidenceIds: evidence.map(({ id }) => id),
        ...(isOffer && bidId !== undefined && answerDays !== null && { offer: { bidId, answerDays } }),
      };
      const route = role === 'admin' ? takeSettlementStep : takeSettlementStepAsUser;
      return api(route, { params: { id: settlement.id }, body, key: keyFor(body) });
    },
    onDone: async () => {
      await changed();
      toast('good', say(`settlement.event.${step}`));
      onClose();
    },
    onRefused: () => void changed(),
    onClose,
  });
  return (
    <FormDialog
      title={`settlement.step.${step}`}
      submit="settlement.confirm"
      isDangerous={DANGEROUS.has(step)}
      {...dialog}
    >
      <p>{say('settlement.stepFinal')}</p>
      {isOffer && (offers?.nextBid ? <NextBidFacts nextBid={offers.nextBid} /> : <p>{say('offer.none')}</p>)}
      {isOffer && (
        <NumberField {...form.field('answerDays')} label="offer.answerDays" help="settlement.daysHelp" isRequired />
      )}
      {asks.amount && (
        <NumberField
          {...form.field('amount')}
          label="settlement.amount"
          prefix={env().currency}
          digits={platformDecimals()}
          isRequired
        />
      )}
      {asks.quantity && <NumberField {...form.field('quantity')} label="settlement.quantity" isRequired />}
      <TextField {...form.field('reference')} label="settlement.reference" help="settlement.referenceHelp" />
      <TextAreaField {...form.field('remark')} label="settlement.remark" help="settlement.remarkHelp" />
      <EvidenceField {...form.field('evidence')} label="certificate.evidence" help="certificate.evidenceHelp" />
    </FormDialog>
  );
}

/** Suggests the amount that is missing, and the RECs that are not delivered yet. */
function firstDraft(settlement: SettlementDetail, step: SettlementStep): Draft {
  const { owed, paid, quantity, deliveredQuantity, transferQuantity } = settlement;
  const isAccepting = step === 'acceptDelivery';
  return {
    amount: decimalOfCents(Number(centsOfText(owed) - centsOfText(paid))),
    quantity: isAccepting ? transferQuantity : quantity - deliveredQuantity,
    reference: '',
    remark: '',
    evidence: [],
    answerDays: ANSWER_DAYS,
  };
}
