import { IconHeartHandshake, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteBeneficiary, listBeneficiaries, type SavedBeneficiary } from '#contract/holding/beneficiary.ts';
import { judgeActing } from '#domain/access/may.ts';
import { AccountChoice, type Membership, useChosenAccount } from '#web/company/account-choice.tsx';
import { ReadOnlyNotice } from '#web/company/read-only-notice.tsx';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { type ListSearch, pageQueryOf } from '#web/design/lists/list-search.ts';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { BENEFICIARY_COLUMNS, BeneficiaryActionsContext } from '#web/holding/beneficiary-columns.tsx';
import { BeneficiaryDialog } from '#web/holding/beneficiary-dialog.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

/** Whom a company retires for again and again. */
export function BeneficiariesPage() {
  const account = useChosenAccount();
  return account ? <Beneficiaries key={account.id} account={account} /> : null;
}

type Shown = { readonly saved?: SavedBeneficiary };

function Beneficiaries({ account }: { account: Membership }) {
  const say = useSay();
  const asked: ListSearch = useSearch({ strict: false });
  const query = pageQueryOf(asked);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['beneficiaries', account.id, query],
    queryFn: ({ signal }) => api(listBeneficiaries, { params: { id: account.id }, query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const [shown, show] = useState<Shown>();
  const remove = useDeleteBeneficiary(account.id);
  const refusal = judgeActing(account);
  const reason = refusal && (`error.${refusal}` as const);
  const add = (
    <ReasonButton reason={reason} onClick={() => show({})} leftSection={<IconPlus size={16} aria-hidden />}>
      {say('beneficiary.add')}
    </ReasonButton>
  );
  return (
    <>
      <PageTitle title="beneficiary.listTitle" note={<AccountChoice account={account} />} actions={add} />
      {refusal && <ReadOnlyNotice reason={refusal} />}
      <Toolbar>
        <SearchField label="beneficiary.search" />
      </Toolbar>
      <BeneficiaryActionsContext
        value={{ reason, edit: (saved) => show({ saved }), remove: (saved) => void remove(saved) }}
      >
        <DataTable
          caption="beneficiary.listTitle"
          columns={BENEFICIARY_COLUMNS}
          rows={data?.items}
          rowKey={({ id }) => id}
          error={error && asApiError(error)}
          onRetry={() => void refetch()}
          empty={
            <NothingListed
              isFiltered={query.search !== ''}
              title="beneficiary.none"
              hint="beneficiary.noneHint"
              icon={IconHeartHandshake}
            />
          }
          page={{ current: query.currentPage, limit: query.limit, total: data?.total ?? 0 }}
          isStale={isPlaceholderData}
        />
      </BeneficiaryActionsContext>
      {shown && <BeneficiaryDialog accountId={account.id} saved={shown.saved} onClose={() => show(undefined)} />}
    </>
  );
}

/** Asks, then deletes a saved beneficiary. */
function useDeleteBeneficiary(accountId: string): (saved: SavedBeneficiary) => Promise<void> {
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
