import { useQueryClient } from '@tanstack/react-query';
import { deleteBeneficiary, type SavedBeneficiary } from '#contract/holding/beneficiary.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

/** Asks, then deletes a saved beneficiary. */
export function useDeleteBeneficiary(accountId: string): (saved: SavedBeneficiary) => Promise<void> {
  const say = useSay();
  const textOf = useErrorText();
  const queryClient = useQueryClient();
  const again = () => queryClient.invalidateQueries({ queryKey: ['beneficiaries', accountId] });
  const { run } = useChange({
    send: async (saved: SavedBeneficiary) => {
      await api(deleteBeneficiary, { params: { id: accountId, beneficiaryId: saved.id } });
      return saved;
    },
    onDone: async ({ name }) => {
      await again();
      toast('good', say('beneficiary.deleted', { name }));
    },
    onRefused: (error) => {
      toast('bad', textOf(error));
      // Somebody else was faster.
      void again();
    },
  });
  return async (saved) => {
    const isSure = await confirm({
      title: 'beneficiary.deleteTitle',
      text: 'beneficiary.deleteText',
      params: { name: saved.name },
      yes: 'action.delete',
      isDangerous: true,
    });
    if (isSure) run(saved);
  };
}
