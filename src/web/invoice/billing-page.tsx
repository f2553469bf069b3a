import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getBillingAsUser, updateBilling, type BillingView } from '#contract/invoice/billing.ts';
import { judgeUpdating } from '#domain/access/may.ts';
import { AccountChoice, ReadOnlyNotice, useChosenAccount, type Membership } from '#web/company/account-choice.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { StoredFormSheet } from '#web/design/forms/stored-form-sheet.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { billingOf, draftOf, judgeTaxDrafts, type BillingDraft } from '#web/invoice/billing-draft.ts';
import { BillingSections } from '#web/invoice/billing-fields.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

const billingQuery = (id: string) => readQuery(['billing', id], getBillingAsUser, { params: { id } });

/** The details that a company's invoices show. Its owners change them; its other members read them. */
export function BillingPage() {
  const say = useSay();
  const account = useChosenAccount();
  return (
    <>
      <PageTitle
        title="billing.title"
        back={{ to: paths.invoices('user'), label: 'invoice.title' }}
        note={
          <>
            <p>{say('billing.note')}</p>
            {account && <AccountChoice account={account} />}
          </>
        }
      />
      {account && <Stored key={account.id} account={account} />}
    </>
  );
}

function Stored({ account }: { account: Membership }) {
  const query = useQuery(billingQuery(account.id));
  return (
    <Loaded query={query} skeleton={<Skeleton height={640} radius="md" />}>
      {(billing) => <BillingForm account={account} stored={billing} />}
    </Loaded>
  );
}

function BillingForm({ account, stored }: { account: Membership; stored: BillingView }) {
  const say = useSay();
  const queryClient = useQueryClient();
  const { id } = account;
  const query = billingQuery(id);
  const reason = judgeUpdating(account);
  return (
    <>
      {reason && <ReadOnlyNotice reason={reason} />}
      <StoredFormSheet<BillingView, BillingDraft>
        stored={stored}
        keptAs="billing"
        empty={draftOf(stored)}
        valuesOf={draftOf}
        judge={({ taxes }) => ({ taxes: judgeTaxDrafts(taxes) })}
        send={(draft) => {
          const { version } = queryClient.getQueryData(query.queryKey) ?? stored;
          return api(updateBilling, { params: { id }, body: billingOf(draft, version) });
        }}
        fresh={() => queryClient.fetchQuery({ ...query, staleTime: 0 })}
        isClosed={reason !== undefined}
        onSaved={(saved) => {
          queryClient.setQueryData(query.queryKey, saved);
          toast('good', say('billing.saved'));
        }}
        saved="billing.saved"
      >
        {(form) => <BillingSections form={form} isDisabled={reason !== undefined} />}
      </StoredFormSheet>
    </>
  );
}
