import type { PhraseKey } from '#web/platform/phrases/phrase.ts';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { hideColumns, mayBeHidden, useHiddenColumns } from '#web/design/lists/hidden-columns.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './list-dialogs.module.css';

type Props = { list: string; columns: readonly ViewedColumn[]; onClose: () => void };

/** The choice of columns. Those that must stay are marked, and cannot be changed. */
export function ColumnsDialog({ list, columns, onClose }: Props) {
  const say = useSay();
  const hidden = useHiddenColumns(list);
  const show = (id: string, isShown: boolean) =>
    hideColumns(list, isShown ? hidden.filter((other) => other !== id) : [...hidden, id]);
  return (
    <Dialog title={say('list.columns')} isOpen onClose={onClose} size="sm">
      <ul className={css.rows}>
        {columns.map((column, at) => (
          <li key={column.id} className={css.row}>
            <label>
              <input
                type="checkbox"
                disabled={!mayBeHidden(column, at)}
                checked={!mayBeHidden(column, at) || !hidden.includes(column.id)}
                onChange={(event) => show(column.id, event.currentTarget.checked)}
              />
              {say(column.title)}
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export type ViewedColumn = { readonly id: string; readonly title: PhraseKey };
