import { useState } from 'react';
import { updateMaxBidQuantity, type AdminAccount } from '#contract/company/company.ts';
import { judgeMaxQuantity, QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { useAccountChanged } from '#web/company-admin/account-query.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './max-quantity.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

/** The account's maximum bid quantity in auctions that set no other value (docs/rules.md#bidders). */
export function MaxQuantity({ account }: { account: AdminAccount }) {
  const say = useSay();
  const [isEditing, setIsEditing] = useState(false);
  const { maxBidQuantity } = account;
  return (
    <Card
      title="account.maxBidQuantity"
      action={
        <ReasonButton size="xs" variant="default" onClick={() => setIsEditing(true)}>
          {say('action.change')}
        </ReasonButton>
      }
    >
      <p className={css.quantity}>
        {maxBidQuantity === null ? say('account.noMaxBidQuantity') : say('unit.recCount', { quantity: maxBidQuantity })}
      </p>
      {isEditing && <MaxQuantityDialog account={account} onClose={() => setIsEditing(false)} />}
    </Card>
  );
}

/** A dialog that changes the company's maximum bid quantity, in RECs. */
function MaxQuantityDialog({ account, onClose }: { account: AdminAccount; onClose: () => void }) {
  const say = useSay();
  const changed = useAccountChanged(account.id);
  const form = useForm(
    { maxBidQuantity: account.maxBidQuantity },
    ({ maxBidQuantity }) => ({
      maxBidQuantity: judgeMaxQuantity(maxBidQuantity),
    }),
    { keptAs: 'max-quantity' },
  );
  const { run, isPending, error } = useChange({
    send: () => api(updateMaxBidQuantity, { params: { id: account.id }, body: form.values }),
    onDone: async () => {
      await changed();
      toast('good', say('account.maxBidQuantitySaved'));
      onClose();
    },
    onRefused: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title="account.maxBidQuantity"
      submit="action.save"
      isOpen
      size="sm"
      onClose={onClose}
      onSubmit={() => form.check() && run()}
      error={error}
      isPending={isPending}
      isDirty={form.isDirty}
    >
      <NumberField
        {...form.field('maxBidQuantity')}
        label="account.maxBidQuantity"
        help={{ text: say('account.maxBidQuantityHelp', { maximum: QUANTITY_MAX }) }}
        suffix={say('unit.recs')}
        autoFocus
      />
    </FormDialog>
  );
}
