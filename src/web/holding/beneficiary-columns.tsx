import { IconPencil, IconTrash } from '@tabler/icons-react';
import { createContext, use } from 'react';
import type { SavedBeneficiary } from '#contract/holding/beneficiary.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './beneficiaries.module.css';

type Props = { row: SavedBeneficiary };

/** Columns are constants, so what their buttons do, and why they can't, comes to them by context. */
type BeneficiaryActions = {
  readonly reason: PhraseKey | undefined;
  edit(beneficiary: SavedBeneficiary): void;
  remove(beneficiary: SavedBeneficiary): void;
};
export const BeneficiaryActionsContext = createContext<BeneficiaryActions | undefined>(undefined);

function Name({ row }: Props) {
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

const Type = ({ row }: Props) => useSay()(`beneficiary.${row.accountType}`);
const OnCertificates = ({ row }: Props) => <span className={css.name}>{row.nameOnCertificates}</span>;
const Address = ({ row }: Props) => <span className={css.name}>{row.address}</span>;

function Buttons({ row }: Props) {
  const say = useSay();
  const actions = use(BeneficiaryActionsContext);
  const looks = { size: 'xs', variant: 'subtle', reason: actions?.reason } as const;
  return (
    <div className={css.buttons}>
      <ReasonButton
        {...looks}
        name={`${say('action.edit')}: ${row.name}`}
        onClick={() => actions?.edit(row)}
        leftSection={<IconPencil size={15} aria-hidden />}
      >
        {say('action.edit')}
      </ReasonButton>
      <ReasonButton
        {...looks}
        isDangerous
        name={`${say('action.delete')}: ${row.name}`}
        onClick={() => actions?.remove(row)}
        leftSection={<IconTrash size={15} aria-hidden />}
      >
        {say('action.delete')}
      </ReasonButton>
    </div>
  );
}

export const BENEFICIARY_COLUMNS: readonly Column<SavedBeneficiary>[] = [
  { id: 'name', title: 'beneficiary.name', Cell: Name },
  { id: 'type', title: 'beneficiary.accountType', width: '120px', Cell: Type },
  { id: 'certificates', title: 'beneficiary.nameOnCertificates', Cell: OnCertificates },
  { id: 'address', title: 'beneficiary.address', Cell: Address },
  { id: 'actions', title: 'auction.actions', width: '200px', Cell: Buttons },
];
