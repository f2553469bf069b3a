import { Text } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import type { ResultRow } from '#contract/award/award.ts';
import { releaseRecs } from '#contract/award/release.ts';
import { REMARK_LENGTH_MAX } from '#domain/basics/text.ts';
import { judgeRelease } from '#domain/holding/release.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** A winning bid whose RECs can be returned to the seller. */
export type Releasable = {
  readonly row: ResultRow;
  /** The winner's name. */
  readonly name: string;
  readonly item: { readonly auctionItemId: string; readonly name: string };
};

/**
 * A dialog that returns RECs of a winning bid to the seller. It shows how many RECs are left and asks for a quantity
 * and a reason. The return cannot be undone.
 */
export default function ReleaseDialog({ about, onClose }: { about: Releasable; onClose: () => void }) {
  const say = useSay();
  const queryClient = useQueryClient();
  const { row, name, item } = about;
  const held = row.holding?.held ?? 0;
  const form = useForm<{ quantity: number | null; remark: string }>(
    { quantity: null, remark: '' },
    (values) => ({
      ...judgeRelease(values, held),
      ...(values.quantity === null && { quantity: { code: 'field_required' as const } }),
    }),
    { keptAs: `release ${row.holding?.holdingId ?? ''}` },
  );
  const { dialog } = useDialogForm(form, {
    send: (keyFor) => {
      const { quantity, remark } = form.values;
      const body = { bids: [{ bidId: row.bidId, quantity }], remark: remark.trim() };
      return api(releaseRecs, { params: { id: item.auctionItemId }, body, key: keyFor(body) });
    },
    onDone: async () => {
      toast('good', say('release.done', { quantity: form.values.quantity ?? 0 }));
      void queryClient.invalidateQueries({ queryKey: ['buy-order-history'] });
      // Reloads the remaining quantity before the dialog closes.
      await queryClient.invalidateQueries({ queryKey: ['result'] });
      onClose();
    },
    onRefused: ({ fields: { 'bids.0.quantity': quantity, ...fields } }) => {
      if (quantity) form.refuse({ ...fields, quantity });
      // Someone may have retired or returned RECs meanwhile, so the remaining quantity is reloaded.
      void queryClient.invalidateQueries({ queryKey: ['result'] });
    },
    onClose,
  });
  return (
    <FormDialog title="release.title" submit="release.submit" {...dialog} isDangerous>
      <Text>
        {say('release.text', {
          name,
          item: item.name,
          won: row.actualWonRECQuantity,
          held,
        })}
      </Text>
      <NumberField
        {...form.field('quantity')}
        label="release.quantity"
        help={{ text: say('release.quantityHelp', { maximum: formatQuantity(held) }) }}
        suffix={say('unit.recs')}
        isRequired
        autoFocus
      />
      <TextAreaField
        {...form.field('remark')}
        label="release.remark"
        help="release.remarkHelp"
        maxLength={REMARK_LENGTH_MAX}
        isRequired
      />
    </FormDialog>
  );
}
