import { Button } from '@mantine/core';
import { IconFileSpreadsheet, IconHeartHandshake, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteBeneficiary,
  listBeneficiaries,
  type SavedBeneficiary,
  saveBeneficiary,
  updateBeneficiary,
} from '#contract/holding/beneficiary.ts';
import { judgeActing } from '#domain/access/may.ts';
import { AccountChoice, type Membership, useChosenAccount, ReadOnlyNotice } from '#web/company/account-choice.tsx';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import rows from '#web/design/forms/field-rows.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { editColumn } from '#web/design/lists/edit-column.tsx';
import { type ListSearch, pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { BeneficiaryDetails } from '#web/holding/beneficiary-fields.tsx';
import { detailsOf, EMPTY_DETAILS, judgeDetails } from '#web/holding/beneficiary-draft.ts';
import { paths } from '#web/paths.ts';
import { api, newKey } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './beneficiaries.module.css';

/** The beneficiaries that a company has saved for its retirements. */
export function BeneficiariesPage() {
  const account = useChosenAccount();
  return account ? <Beneficiaries key={account.id} account={account} /> : null;
}

type OpenDialog = { readonly saved?: SavedBeneficiary };

/** Shows the saved beneficiaries of a company, and the dialog that edits them. */
function Beneficiaries({ account }: { account: Membership }) {
  const say = useSay();
  const asked: ListSearch = useSearch({ strict: false });
  const query = pageQueryOf(asked);
  const result = useQuery(
    readPageQuery(['beneficiaries', account.id, query], listBeneficiaries, { params: { id: account.id }, query }),
  );
  const [shown, show] = useState<OpenDialog>();
  const remove = useDeleteBeneficiary(account.id);
  const refusal = judgeActing(account);
  const reason = refusal && (`error.${refusal}` as const);
  const add = (
    <>
      {refusal === undefined && (
        <Button
          variant="default"
          component={Link}
          to={paths.beneficiaryImport}
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        >
          {say('import.fromFile')}
        </Button>
      )}
      <ReasonButton reason={reason} onClick={() => show({})} leftSection={<IconPlus size={16} aria-hidden />}>
        {say('beneficiary.add')}
      </ReasonButton>
    </>
  );
  return (
    <>
      <PageTitle title="beneficiary.listTitle" note={<AccountChoice account={account} />} actions={add} />
      {refusal && <ReadOnlyNotice reason={refusal} />}
      <BeneficiaryActions value={{ closed: reason, onEdit: (saved) => show({ saved }), onDelete: remove }}>
        <PagedList
          title="beneficiary.listTitle"
          search="beneficiary.search"
          columns={BENEFICIARY_COLUMNS}
          result={result}
          query={query}
          isFiltered={query.search !== ''}
          none={{ title: 'beneficiary.none', hint: 'beneficiary.noneHint', icon: IconHeartHandshake }}
        />
      </BeneficiaryActions>
      {shown && <BeneficiaryDialog accountId={account.id} saved={shown.saved} onClose={() => show(undefined)} />}
    </>
  );
}

/** Returns a function that deletes a saved beneficiary after a confirmation. */
function useDeleteBeneficiary(accountId: string): (saved: SavedBeneficiary) => void {
  const say = useSay();
  const queryClient = useQueryClient();
  const { act } = useAction({
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
    undo: ({ id: _, ...saved }) => ({
      send: () => api(saveBeneficiary, { params: { id: accountId }, body: saved, key: newKey() }),
      done: say('item.added', { name: saved.name }),
    }),
  });
  return act;
}

type RowProps = { row: SavedBeneficiary };

function Name({ row }: RowProps) {
  const say = useSay();
  return (
    <span className={css.name}>
      <strong>{row.name}</strong>
      {row.buildingOwnerName && (
        <span className={css.under}>
          {say('beneficiary.buildingOwnerName')}: {row.buildingOwnerName}
        </span>
      )}
    </span>
  );
}

const Type = ({ row }: RowProps) => useSay()(`beneficiary.${row.accountType}`);
const OnCertificates = ({ row }: RowProps) => <span className={css.name}>{row.nameOnCertificates}</span>;
const Address = ({ row }: RowProps) => <span className={css.name}>{row.address}</span>;

const { Actions, column } = editColumn<SavedBeneficiary>();
const BeneficiaryActions = Actions;

const BENEFICIARY_COLUMNS: readonly Column<SavedBeneficiary>[] = [
  { id: 'name', title: 'beneficiary.name', Cell: Name },
  { id: 'type', title: 'beneficiary.accountType', width: '120px', Cell: Type },
  { id: 'certificates', title: 'beneficiary.nameOnCertificates', Cell: OnCertificates },
  { id: 'address', title: 'beneficiary.address', Cell: Address },
  column,
];

type DialogProps = {
  accountId: string;
  /** The beneficiary that is changed; undefined for a new one. */
  saved: SavedBeneficiary | undefined;
  onClose: () => void;
};

/** The dialog that adds or edits a saved beneficiary. */
function BeneficiaryDialog({ accountId, saved, onClose }: DialogProps) {
  const say = useSay();
  const queryClient = useQueryClient();
  const form = useForm(saved ? detailsOf(saved) : EMPTY_DETAILS, judgeDetails, {
    keptAs: `beneficiary ${saved?.id ?? ''}`,
  });
  const { dialog } = useDialogForm(form, {
    send: (keyFor) => {
      const body = form.values;
      return saved
        ? api(updateBeneficiary, { params: { id: accountId, beneficiaryId: saved.id }, body })
        : api(saveBeneficiary, { params: { id: accountId }, body, key: keyFor(body) });
    },
    onDone: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: ['beneficiaries', accountId] });
      toast('good', say('beneficiary.done', { name }));
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog
      title={saved ? 'beneficiary.editTitle' : 'beneficiary.addTitle'}
      submit="action.save"
      {...dialog}
      size="md"
    >
      <div className={`${rows.rows} ${css.fields}`}>
        <BeneficiaryDetails form={form} />
      </div>
    </FormDialog>
  );
}
