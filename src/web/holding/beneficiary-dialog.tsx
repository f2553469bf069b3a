import { useQueryClient } from '@tanstack/react-query';
import { saveBeneficiary, updateBeneficiary, type SavedBeneficiary } from '#contract/holding/beneficiary.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { BeneficiaryDetails } from '#web/holding/beneficiary-details.tsx';
import { detailsOf, EMPTY_DETAILS, judgeDetails } from '#web/holding/beneficiary-draft.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import rows from '#web/design/forms/field-rows.module.css';
import css from './beneficiaries.module.css';

type Props = {
  accountId: string;
  /** Which one is changed; without it a new one is saved. */
  saved: SavedBeneficiary | undefined;
  onClose: () => void;
};

/** A beneficiary that a company keeps for its retirements. */
export function BeneficiaryDialog({ accountId, saved, onClose }: Props) {
  const say = useSay();
  const queryClient = useQueryClient();
  const keys = useRequestKeys();
  const form = useForm(saved ? detailsOf(saved) : EMPTY_DETAILS, judgeDetails, {
    keptAs: `beneficiary ${saved?.id ?? ''}`,
  });
  const { run, isPending, error } = useChange({
    send: () => {
      const body = form.values;
      return saved
        ? api(updateBeneficiary, { params: { id: accountId, beneficiaryId: saved.id }, body })
        : api(saveBeneficiary, { params: { id: accountId }, body, key: keys.keyFor(body) });
    },
    onDone: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: ['beneficiaries', accountId] });
      toast('good', say('beneficiary.done', { name }));
      onClose();
    },
    onRefused: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title={saved ? 'beneficiary.editTitle' : 'beneficiary.addTitle'}
      submit="action.save"
      isOpen
      onClose={onClose}
      onSubmit={() => form.check() && run()}
      error={error}
      isPending={isPending}
      isDirty={form.isDirty}
    >
      <div className={`${rows.rows} ${css.fields}`}>
        <BeneficiaryDetails form={form} />
      </div>
    </FormDialog>
  );
}
