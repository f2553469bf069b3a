import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconLock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { setAuctionTerms, setSellOrderTerms } from '#contract/settlement/settlement.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import {
  BUSINESS_CALENDARS,
  judgeSettlementTerms,
  SETTLEMENT_DAYS_MAX,
  type SettlementTerms,
} from '#domain/settlement/terms.ts';
import { SETTLEMENT_MODES } from '#domain/settlement/tracks.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { ChoiceField, SwitchField } from '#web/design/fields/switch-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { StoredFormSheet } from '#web/design/forms/stored-form-sheet.tsx';
import type { Form, Refusals } from '#web/design/forms/use-form.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { ChangeArea } from '#web/platform/session/change-reason.ts';
import { settlementTermsQuery, type TermsOwner } from '#web/settlement/terms-query.ts';

type Props = {
  owner: TermsOwner;
  id: string;
  /** True if offers rely on the terms, so that they cannot be changed. */
  isLocked: boolean;
};

/** Lets administrators set the terms of settlement of an auction or a sell order, as long as nobody relies on them. */
export function TermsForm(props: Props) {
  const { data, error, refetch } = useQuery(settlementTermsQuery(props.owner, 'admin', props.id));
  if (data)
    return (
      <ChangeArea value="settlement">
        <LoadedForm {...props} stored={data} />
      </ChangeArea>
    );
  if (error) return <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />;
  return <Skeleton height={360} radius="md" />;
}

const ROUTES = { auction: setAuctionTerms, sellOrder: setSellOrderTerms } as const;

function LoadedForm({ owner, id, isLocked, stored }: Props & { stored: SettlementTerms }) {
  const say = useSay();
  const queryClient = useQueryClient();
  const query = settlementTermsQuery(owner, 'admin', id);
  return (
    <>
      {isLocked && <Notice tone="quiet" icon={IconLock} title="error.settlement_terms_locked" />}
      <StoredFormSheet<SettlementTerms, Draft>
        stored={stored}
        keptAs="settlement-terms"
        empty={stored}
        valuesOf={(terms) => terms}
        judge={judgeDraft}
        send={(draft) => api(ROUTES[owner], { params: { id }, body: termsOf(draft) })}
        fresh={() => queryClient.fetchQuery({ ...query, staleTime: 0 })}
        isClosed={isLocked}
        onSaved={(saved) => {
          queryClient.setQueryData(query.queryKey, saved);
          void queryClient.invalidateQueries({ queryKey: ['auction'] });
          toast('good', say('settlement.termsSaved'));
        }}
        submit="settlement.saveTerms"
        saved="settlement.termsSaved"
      >
        {(form) => <TermsFields form={form} isDisabled={isLocked} hint={`settlement.termsHint.${owner}`} />}
      </StoredFormSheet>
    </>
  );
}

/** The terms as the form holds them. An empty field is null. */
type Draft = Omit<SettlementTerms, NumberName> & Readonly<Record<NumberName, number | null>>;
type NumberName = (typeof NUMBERS)[number];
const NUMBERS = ['paymentDays', 'deliveryDays', 'cureDays', 'penaltyPercent'] as const;

const termsOf = (draft: Draft): SettlementTerms => ({
  ...draft,
  paymentDays: draft.paymentDays ?? Number.NaN,
  deliveryDays: draft.deliveryDays ?? Number.NaN,
  cureDays: draft.cureDays ?? Number.NaN,
  penaltyPercent: draft.penaltyPercent ?? Number.NaN,
});

/** Judges the draft by the rules of the server. An empty field counts as an invalid number. */
const judgeDraft = (draft: Draft): Refusals<Draft> => refusalsOf(judgeSettlementTerms(termsOf(draft)));

type FieldsProps = {
  form: Form<Draft>;
  isDisabled: boolean;
  hint: 'settlement.termsHint.auction' | 'settlement.termsHint.sellOrder';
};

function TermsFields({ form, isDisabled, hint }: FieldsProps) {
  const say = useSay();
  const calendar = form.field('calendar');
  const days = { isRequired: true, isDisabled, placeholder: `0–${SETTLEMENT_DAYS_MAX}` };
  return (
    <FormSection title="settlement.terms" hint={hint}>
      <Wide>
        <ChoiceField
          {...form.field('mode')}
          label="settlement.mode"
          help={`settlement.modeHelp.${form.values.mode}`}
          isDisabled={isDisabled}
          choices={SETTLEMENT_MODES.map((mode) => ({ value: mode, label: say(`settlement.modes.${mode}`) }))}
        />
      </Wide>
      <Wide>
        <SelectField
          {...calendar}
          onChange={(chosen) => chosen && calendar.onChange(chosen)}
          label="settlement.calendar"
          help={`settlement.plain.calendar.${form.values.calendar}`}
          isRequired
          isDisabled={isDisabled}
          choices={BUSINESS_CALENDARS.map((one) => ({ value: one, label: say(`settlement.calendars.${one}`) }))}
        />
      </Wide>
      <NumberField {...form.field('paymentDays')} {...days} label="settlement.paymentDays" help="settlement.daysHelp" />
      <NumberField
        {...form.field('deliveryDays')}
        {...days}
        label="settlement.deliveryDays"
        help="settlement.daysHelp"
      />
      <NumberField {...form.field('cureDays')} {...days} label="settlement.cureDays" help="settlement.cureDaysHelp" />
      <NumberField
        {...form.field('penaltyPercent')}
        label="settlement.penaltyPercent"
        help="settlement.penaltyPercentHelp"
        suffix="%"
        isRequired
        isDisabled={isDisabled}
      />
      <Wide>
        <SwitchField
          {...form.field('holdsBack')}
          label="settlement.holdBack"
          help="settlement.holdBackHelp"
          isDisabled={isDisabled}
        />
      </Wide>
    </FormSection>
  );
}
