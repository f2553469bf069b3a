import { IconHeartHandshake, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteBeneficiary, listBeneficiaries, type SavedBeneficiary } from '#contract/holding/beneficiary.ts';
import { judgeActing } from '#domain/access/may.ts';
import { AccountChoice, type Membership, useChosenAccount } from '#web/company/account-choice.tsx';
import { ReadOnlyNotice } from '#web/company/read-only-notice.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable, tableOf } from '#web/design/lists/data-table.tsx';
import { type ListSearch, pageQueryOf } from '#web/design/lists/list-search.ts';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { BENEFICIARY_COLUMNS, BeneficiaryActions } from '#web/holding/beneficiary-columns.tsx';
import { BeneficiaryDialog } from '#web/holding/beneficiary-dialog.tsx';
import { api } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { useAct } from '#web/design/dialogs/use-act.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

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
  const result = useQuery(
    readPageQuery(['beneficiaries', account.id, query], listBeneficiaries, { params: { id: account.id }, query }),
  );
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
      <BeneficiaryActions value={{ closed: reason, onEdit: (saved) => show({ saved }), onDelete: remove }}>
        <DataTable
          caption="beneficiary.listTitle"
          columns={BENEFICIARY_COLUMNS}
          rowKey={({ id }) => id}
          empty={
            <NothingListed
              isFiltered={query.search !== ''}
              title="beneficiary.none"
              hint="beneficiary.noneHint"
              icon={IconHeartHandshake}
            />
          }
          {...tableOf(result, query)}
        />
      </BeneficiaryActions>
      {shown && <BeneficiaryDialog accountId={account.id} saved={shown.saved} onClose={() => show(undefined)} />}
    </>
  );
}

/** Asks, then deletes a saved beneficiary. */
function useDeleteBeneficiary(accountId: string): (saved: SavedBeneficiary) => void {
  const say = useSay();
  const queryClient = useQueryClient();
  const { act } = useAct({
    question: ({ name }: SavedBeneficiary) => ({
      title: 'beneficiary.deleteTitle',
      text: 'beneficiary.deleteText',
      params: { name },
      yes: 'action.delete',
      isDangerous: true,
    }),
    send: (saved) => api(deleteBeneficiary, { params: { id: accountId, beneficiaryId: saved.id } }),
    changed: () => queryClient.invalidateQueries({ queryKey: ['beneficiaries', accountId] }),
    done: ({ name }) => say('beneficiary.deleted', { name }),
  });
  return act;
}
