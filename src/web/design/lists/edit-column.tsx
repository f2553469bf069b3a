import { IconPencil, IconTrash } from '@tabler/icons-react';
import { createContext, use } from 'react';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './edit-column.module.css';

/** The actions on a row. Columns are constant, so the cells get these actions from a context. */
export type EditActions<Row> = {
  /** The reason why no row can be changed; undefined if rows can be changed. */
  readonly closed: PhraseKey | undefined;
  readonly onEdit: (row: Row) => void;
  readonly onDelete: (row: Row) => void;
};

/**
 * Creates a column with buttons that edit and delete a row. Columns are module constants, so the buttons get their
 * actions from a context. Some rows can be edited but not deleted; `whyKept` returns the reason.
 */
export function editColumn<Row extends { readonly name: string }>(whyKept?: (row: Row) => PhraseKey | undefined) {
  const Actions = createContext<EditActions<Row> | undefined>(undefined);
  function Buttons({ row }: { row: Row }) {
    const say = useSay();
    const actions = use(Actions);
    const looks = { size: 'xs', variant: 'subtle' } as const;
    return (
      <div className={css.actions}>
        <ReasonButton
          {...looks}
          reason={actions?.closed}
          name={`${say('action.edit')}: ${row.name}`}
          onClick={() => actions?.onEdit(row)}
          leftSection={<IconPencil size={15} aria-hidden />}
        >
          {say('action.edit')}
        </ReasonButton>
        <ReasonButton
          {...looks}
          reason={actions?.closed ?? whyKept?.(row)}
          name={`${say('action.delete')}: ${row.name}`}
          isDangerous
          onClick={() => actions?.onDelete(row)}
          leftSection={<IconTrash size={15} aria-hidden />}
        >
          {say('action.delete')}
        </ReasonButton>
      </div>
    );
  }
  const column: Column<Row> = { id: 'actions', title: 'auction.actions', width: '200px', Cell: Buttons };
  return { Actions, column };
}
