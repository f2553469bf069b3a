import { Dialog } from '#web/design/dialog.tsx';
import { hideColumns, useHiddenColumns } from '#web/design/hidden-columns.ts';
import type { ViewedColumn } from '#web/design/list-views.tsx';
import { useSay } from '#web/platform/phrase.ts';
import css from './list-dialogs.module.css';

type Props = { list: string; columns: readonly ViewedColumn[]; onClose: () => void };

/** Which columns are shown; the first says what a row is, and stays. */
export function ColumnsDialog({ list, columns, onClose }: Props) {
  const say = useSay();
  const hidden = useHiddenColumns(list);
  const show = (id: string, isShown: boolean) =>
    hideColumns(list, isShown ? hidden.filter((other) => other !== id) : [...hidden, id]);
  return (
    <Dialog title={say('list.columns')} isOpen onClose={onClose} size="sm">
      <ul className={css.rows}>
        {columns.map(({ id, title }, at) => (
          <li key={id} className={css.row}>
            <label>
              <input
                type="checkbox"
                disabled={at === 0}
                checked={at === 0 || !hidden.includes(id)}
                onChange={(event) => show(id, event.currentTarget.checked)}
              />
              {say(title)}
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
