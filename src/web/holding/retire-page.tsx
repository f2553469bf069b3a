import { Skeleton, Button } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Holding } from '#contract/holding/holding.ts';
import { retireHolding } from '#contract/holding/retirement.ts';
import { judgeRetiredQuantity } from '#domain/holding/judge-retirement.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import rows from '#web/design/forms/field-rows.module.css';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { FormSheet, SheetFoot } from '#web/design/forms/form-sheet.tsx';
import { Steps } from '#web/design/forms/steps.tsx';
import { type Form, useForm } from '#web/design/forms/use-form.ts';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { chosenOf, EMPTY_BENEFICIARY, judgeChosen } from '#web/holding/beneficiary-draft.ts';
import { ClaimFields } from '#web/holding/claim-fields.tsx';
import { claimOf, EMPTY_CLAIM, judgeClaimDraft } from '#web/holding/claim-draft.ts';
import { BeneficiaryFields } from '#web/holding/beneficiary-fields.tsx';
import { holdingQuery, HOLDINGS_KEY } from '#web/holding/holding-query.ts';
import { RetireReview, type RetireDraft } from '#web/holding/retire-review.tsx';
import { useRetireReason } from '#web/holding/use-retire-reason.ts';
import { paths } from '#web/paths.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { IconLock } from '@tabler/icons-react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';

const STEPS = ['retirement.stepForm', 'retirement.stepReview', 'retirement.stepDone'] as const;

/**
 * The page that retires part or all of a holding. The user enters the beneficiary and the quantity, and then confirms a
 * review.
 */
export function RetirePage({ id }: { id: string }) {
  const query = useQuery(holdingQuery('user', id));
  return (
    <Loaded query={query} skeleton={<Skeleton height={520} radius="md" />}>
      {(holding) => <Retire holding={holding} />}
    </Loaded>
  );
}

/** Shows the form and then the review, because a retirement cannot be undone. */
function Retire({ holding }: { holding: Holding }) {
  const words = useItemWords();
  const [step, setStep] = useState<'form' | 'review'>('form');
  const reason = useRetireReason(holding);
  const change = () => setStep('form');
  const { form, run, isPending, isDone, error } = useRetire(holding, change);
  const isReview = step === 'review';
  useLeaveGuard(form.isDirty && !isPending && !isDone, isReview ? change : undefined);
  return (
    <>
      <PageTitle
        title="retirement.retireTitle"
        note={words(holding)}
        back={{ to: paths.holding('user', holding.id), label: 'holding.about' }}
      />
      {reason && !isDone ? (
        <Notice tone="quiet" icon={IconLock} title={reason} />
      ) : (
        <>
          <Steps label="retirement.retireTitle" steps={STEPS} done={isReview ? 1 : 0} />
          {isReview ? (
            <RetireReview
              holding={holding}
              draft={form.values}
              error={error}
              isPending={isPending || isDone}
              onBack={change}
              onConfirm={run}
            />
          ) : (
            <RetireForm holding={holding} form={form} error={error} onReview={() => setStep('review')} />
          )}
        </>
      )}
    </>
  );
}

type FormProps = { holding: Holding; form: Form<RetireDraft>; error: ApiError | null; onReview: () => void };

/** The form with the quantity of RECs and the beneficiary. */
function RetireForm({ holding, form, error, onReview }: FormProps) {
  const say = useSay();
  const { id, accountId, balance } = holding;
  return (
    <FormSheet
      form={form}
      error={error}
      isBusy={false}
      onSend={onReview}
      foot={
        <SheetFoot>
          <Button variant="default" component={Link} to={paths.holding('user', id)}>
            {say('action.cancel')}
          </Button>
          <Button type="submit">{say('retirement.review')}</Button>
        </SheetFoot>
      }
    >
      <FormSection title="retirement.howMany" hint="retirement.howManyHint">
        <Wide>
          <div className={rows.withButton}>
            <NumberField
              {...form.field('quantity')}
              label="retirement.toRetire"
              help={{ text: say('retirement.available', { balance }) }}
              suffix={say('unit.recs')}
              isRequired
            />
            <Button variant="default" onClick={() => form.set('quantity', balance)}>
              {say('retirement.all')}
            </Button>
          </div>
        </Wide>
      </FormSection>
      <FormSection title="beneficiary.title" hint="retirement.beneficiaryHint">
        <BeneficiaryFields form={form} accountId={accountId} />
      </FormSection>
      <FormSection title="claim.title" hint="claim.formHint">
        <ClaimFields form={{ ...form }} />
      </FormSection>
    </FormSheet>
  );
}

/**
 * Returns the form of a retirement and the function that submits it. If the server rejects a field, the form is shown
 * again with the input.
 */
function useRetire(holding: Holding, onRefused: () => void) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const keys = useRequestKeys();
  const [isDone, setIsDone] = useState(false);
  const account = useProfile().accounts.find(({ id }) => id === holding.accountId);
  const form = useForm<RetireDraft>(
    { ...EMPTY_BENEFICIARY, ...EMPTY_CLAIM, country: account?.country ?? '', quantity: null },
    (draft) => ({
      ...judgeChosen(draft),
      ...judgeClaimDraft(draft),
      quantity: judgeRetiredQuantity(draft.quantity, holding.balance),
    }),
    { keptAs: 'retire' },
  );
  const { run, isPending, error } = useChange({
    send: () => {
      const body = { quantity: form.values.quantity, beneficiary: chosenOf(form.values), claim: claimOf(form.values) };
      return api(retireHolding, { params: { id: holding.id }, body, key: keys.keyFor(body) });
    },
    onDone: async ({ id }) => {
      setIsDone(true);
      form.reset(form.values);
      void queryClient.invalidateQueries({ queryKey: ['beneficiaries', holding.accountId] });
      await queryClient.invalidateQueries({ queryKey: HOLDINGS_KEY });
      await navigate({ to: paths.retirement('user', id), search: { isNew: true }, replace: true });
    },
    onRefused: (refused) => {
      form.refuse(refused.fields);
      if (Object.keys(refused.fields).length > 0) onRefused();
      // Others may have retired or sold RECs of the holding meanwhile, so holdings are reloaded.
      void queryClient.invalidateQueries({ queryKey: HOLDINGS_KEY });
    },
  });
  return { form, run: () => run(), isPending, isDone, error };
}
