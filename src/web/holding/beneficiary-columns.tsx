import type { SavedBeneficiary } from '#contract/holding/beneficiary.ts';
import type { Column } from '#web/design/lists/data-table.tsx';
import { editColumn } from '#web/design/lists/edit-column.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './beneficiaries.module.css';

type Props = { row: SavedBeneficiary };

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

const { Actions, column } = editColumn<SavedBeneficiary>();
export const BeneficiaryActions = Actions;

export const BENEFICIARY_COLUMNS: readonly Column<SavedBeneficiary>[] = [
  { id: 'name', title: 'beneficiary.name', Cell: Name },
  { id: 'type', title: 'beneficiary.accountType', width: '120px', Cell: Type },
  { id: 'certificates', title: 'beneficiary.nameOnCertificates', Cell: OnCertificates },
  { id: 'address', title: 'beneficiary.address', Cell: Address },
  column,
];
