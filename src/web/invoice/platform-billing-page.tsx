import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getPlatformBilling, updatePlatformBilling, type PlatformBillingView } from '#contract/invoice/billing.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { StoredFormSheet } from '#web/design/forms/stored-form-sheet.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { judgeTaxDrafts, platformBillingOf, platformDraftOf, type PlatformDraft } from '#web/invoice/billing-draft.ts';
import { BillingSections, PlatformSection } from '#web/invoice/billing-fields.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useChangeReason } from '#web/platform/session/change-reason.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

const billingQuery = readQuery(['billing', 'platform'], getPlatformBilling, {});

/** The details that the platform's invoices show: its company, and the same details as those of other issuers. */
export function PlatformBillingPage() {
  const say = useSay();
  const query = useQuery(billingQuery);
  return (
    <>
      <PageTitle
        title="billing.title"
        back={{ to: paths.invoices('admin'), label: 'invoice.title' }}
        note={say('billing.platformNote')}
      />
      <Loaded query={query} skeleton={<Skeleton height={640} radius="md" />}>
        {(billing) => <PlatformForm stored={billing} />}
      </Loaded>
    </>
  );
}

function PlatformForm({ stored }: { stored: PlatformBillingView }) {
  const say = useSay();
  const queryClient = useQueryClient();
  const isClosed = useChangeReason() !== undefined;
  return (
    <StoredFormSheet<PlatformBillingView, PlatformDraft>
      stored={stored}
      keptAs="billing"
      empty={platformDraftOf(stored)}
      valuesOf={platformDraftOf}
      judge={({ taxes }) => ({ taxes: judgeTaxDrafts(taxes) })}
      send={(draft) => {
        const { version } = queryClient.getQueryData(billingQuery.queryKey) ?? stored;
        return api(updatePlatformBilling, { body: platformBillingOf(draft, version) });
      }}
      fresh={() => queryClient.fetchQuery({ ...billingQuery, staleTime: 0 })}
      isClosed={isClosed}
      onSaved={(saved) => {
        queryClient.setQueryData(billingQuery.queryKey, saved);
        toast('good', say('billing.saved'));
      }}
      saved="billing.saved"
    >
      {(form) => (
        <>
          <PlatformSection form={form} />
          <BillingSections form={form} isDisabled={isClosed} isPlatform />
        </>
      )}
    </StoredFormSheet>
  );
}
