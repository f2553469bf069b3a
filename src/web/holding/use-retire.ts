import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Holding } from '#contract/holding/holding.ts';
import { retireHolding } from '#contract/holding/retirement.ts';
import { judgeRetiredQuantity } from '#domain/holding/judge-retirement.ts';
import { useForm } from '#web/design/forms/use-form.ts';
import { chosenOf, EMPTY_BENEFICIARY, judgeChosen, type BeneficiaryDraft } from '#web/holding/beneficiary-draft.ts';
import { HOLDINGS_KEY } from '#web/holding/holding-query.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

export type RetireDraft = BeneficiaryDraft & { readonly quantity: number | null };

/** The form of a retirement and what sends it; what is refused leads back to the form, which keeps what was typed. */
export function useRetire(holding: Holding, onRefused: () => void) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const keys = useRequestKeys();
  const [isDone, setIsDone] = useState(false);
  const form = useForm<RetireDraft>(
    { ...EMPTY_BENEFICIARY, quantity: null },
    (draft) => ({
      ...judgeChosen(draft),
      quantity: judgeRetiredQuantity(draft.quantity, holding.balance),
    }),
    { keptAs: 'retire' },
  );
  const { run, isPending, error } = useChange({
    send: () => {
      const body = { quantity: form.values.quantity, beneficiary: chosenOf(form.values) };
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
      // Others may have retired or sold from it meanwhile.
      void queryClient.invalidateQueries({ queryKey: HOLDINGS_KEY });
    },
  });
  return { form, run: () => run(), isPending, isDone, error };
}
