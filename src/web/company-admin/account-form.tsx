import { Button } from '@mantine/core';
import { useState } from 'react';
import { updateAccount, type AdminAccount } from '#contract/company/company.ts';
import { companyOf, draftOf, judgeDraft } from '#web/company/company-draft.ts';
import { CompanySections } from '#web/company/company-fields.tsx';
import { useAccountChanged } from '#web/company-admin/account-query.ts';
import { confirmDiscard } from '#web/design/dialogs/confirm.tsx';
import { FormSheet } from '#web/design/forms/form-sheet.tsx';
import { SaveBar } from '#web/design/forms/save-bar.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

/** Under this name what was typed is kept. */
export const ACCOUNT_FORM = 'account';

type Props = { account: AdminAccount; onDone: () => void };

/** A company's data in an admin's hands: all of it, what its owner can't change included. */
export function AccountForm({ account, onDone }: Props) {
  const say = useSay();
  const changed = useAccountChanged(account.id);
  // What the form was filled with: nobody undoes unseen what another admin or the company wrote meanwhile.
  const [{ id, version }] = useState(account);
  const form = useForm(draftOf(account), judgeDraft, { keptAs: ACCOUNT_FORM });
  const { run, isPending, error } = useChange({
    send: () => api(updateAccount, { params: { id }, body: { ...companyOf(form.values), version } }),
    onDone: async () => {
      await changed();
      toast('good', say('account.saved'));
      onDone();
    },
    onRefused: ({ fields }) => {
      form.refuse(fields);
      void changed();
    },
  });
  const overtaken = error?.code === 'account_changed' ? 'companyForm.readAgain' : undefined;
  useLeaveGuard(form.isDirty && !isPending);
  const leave = async () => {
    if (!form.isDirty || (await confirmDiscard())) onDone();
  };
  return (
    <FormSheet
      form={form}
      error={error}
      isBusy={isPending || !form.isDirty || overtaken !== undefined}
      onSend={() => run()}
      foot={
        <SaveBar isDirty={form.isDirty} isPending={isPending} reason={overtaken}>
          <Button variant="default" disabled={isPending} onClick={() => void leave()}>
            {say(overtaken ?? 'action.cancel')}
          </Button>
        </SaveBar>
      }
    >
      <CompanySections form={form} />
    </FormSheet>
  );
}
