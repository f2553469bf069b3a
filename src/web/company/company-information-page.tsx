import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getOwnAccount, updateOwnAccount, type OwnAccount } from '#contract/company/company.ts';
import { judgeUpdating } from '#domain/access/may.ts';
import { AccountChoice, useChosenAccount, ReadOnlyNotice } from '#web/company/account-choice.tsx';
import { draftOf, judgeDraft, ownChangeOf } from '#web/company/company-draft.ts';
import { CompanySections } from '#web/company/company-fields.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { FormSheet } from '#web/design/forms/form-sheet.tsx';
import { SaveBar } from '#web/design/forms/save-bar.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Reads a company as its own members see it. */
const accountQuery = (id: string) => readQuery(['own-account', id], getOwnAccount, { params: { id } });

/**
 * Shows a company's data. The company's owners can edit the data, its other members can only read it (variant TNBX).
 */
export function CompanyInformationPage() {
  const account = useChosenAccount();
  return (
    <>
      <PageTitle title="companyForm.updateTitle" note={account && <AccountChoice account={account} />} />
      {account && <Stored key={account.id} id={account.id} />}
    </>
  );
}

/** Loads the chosen company. */
function Stored({ id }: { id: string }) {
  const query = useQuery(accountQuery(id));
  return (
    <Loaded query={query} skeleton={<Skeleton height={640} />}>
      {(account) => <Information account={account} />}
    </Loaded>
  );
}

/** Shows the company's own data. Members with the right to manage can change some of it. */
function Information({ account }: { account: OwnAccount }) {
  const say = useSay();
  const { form, isClosed, isDirty, reason, run, isPending, error, readAgain } = useInformation(account);
  const overtaken = error?.code === 'account_changed' ? 'companyForm.readAgain' : undefined;
  return (
    <>
      {reason && <ReadOnlyNotice reason={reason} />}
      <FormSheet
        form={form}
        error={error}
        isBusy={isPending || isClosed || overtaken !== undefined}
        onSend={() => run()}
        foot={
          !isClosed && (
            <SaveBar isDirty={isDirty} isPending={isPending} reason={overtaken}>
              {overtaken && (
                <Button variant="default" onClick={() => void readAgain()}>
                  {say(overtaken)}
                </Button>
              )}
            </SaveBar>
          )
        }
      >
        <CompanySections form={form} isClosed={isClosed} approved="companyForm.approvedFixed" />
      </FormSheet>
    </>
  );
}

/** Returns the form of the company's data and the call that saves it. */
function useInformation(stored: OwnAccount) {
  const say = useSay();
  const queryClient = useQueryClient();
  // The state from which the form was filled, so that saving never overwrites somebody else's later change.
  const [seen, setSeen] = useState(stored);
  const form = useForm(draftOf(seen), judgeDraft(seen), { keptAs: 'company' });
  const show = (account: OwnAccount) => {
    setSeen(account);
    form.reset(draftOf(account));
  };
  const { run, isPending, error, reset } = useChange({
    send: () =>
      api(updateOwnAccount, {
        params: { id: seen.id },
        body: { ...ownChangeOf(form.values), version: seen.version },
      }),
    onDone: (saved) => {
      queryClient.setQueryData(accountQuery(saved.id).queryKey, saved);
      show(saved);
      toast('good', say('companyForm.saved'));
    },
    onRefused: ({ fields }) => form.refuse(fields),
  });
  const readAgain = async () => {
    show(await queryClient.fetchQuery({ ...accountQuery(seen.id), staleTime: 0 }));
    reset();
  };
  const reason = judgeUpdating(stored);
  const isClosed = reason !== undefined;
  const isDirty = form.isDirty && !isClosed;
  useLeaveGuard(isDirty && !isPending);
  return { form, isClosed, isDirty, reason, run, isPending, error, readAgain };
}
