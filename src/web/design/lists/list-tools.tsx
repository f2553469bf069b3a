import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { hideColumns, mayBeHidden, useHiddenColumns } from '#web/design/lists/hidden-columns.ts';
import {
  chooseDefaultView,
  deleteView,
  saveView,
  VIEW_NAME_LENGTH_MAX,
  viewsOf,
  type SavedView,
} from '#web/design/lists/saved-views.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './list-dialogs.module.css';

export type ListViewsProps = {
  /** The name under which filters are saved and hidden columns are stored. */
  list: string;
  columns?: readonly ViewedColumn[];
};

type ViewedColumn = Pick<Column<never>, 'id' | 'title'>;

/** The tool whose dialog is open. */
export type OpenTool = 'views' | 'columns' | undefined;

type Props = ListViewsProps & { open: OpenTool; onClose: () => void };

/**
 * The dialogs of the toolbar's buttons. This component also applies the person's default filters when the list opens.
 */
export default function ListTools({ list, columns, open, onClose }: Props) {
  const navigate = useNavigate();
  const search: object = useSearch({ strict: false });
  const openDefault = useEffectEvent(() => {
    const view = viewsOf(list).find(({ isDefault }) => isDefault);
    const isOpenedPlain = Object.entries(search).every(([name, value]) => name === 'tab' || value === undefined);
    if (view && isOpenedPlain) void navigate({ to: '.', search: view.search, replace: true });
  });
  useEffect(() => openDefault(), []);
  return (
    <>
      {open === 'views' && <ViewsDialog list={list} onClose={onClose} />}
      {open === 'columns' && columns && <ColumnsDialog {...{ list, columns }} onClose={onClose} />}
    </>
  );
}

type ColumnsProps = { list: string; columns: readonly ViewedColumn[]; onClose: () => void };

/** Lets the person choose the shown columns. Columns that must stay have a disabled checkbox. */
function ColumnsDialog({ list, columns, onClose }: ColumnsProps) {
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

/** Lets the person apply a saved set of filters, make it the default, delete it, or save the active filters. */
function ViewsDialog({ list, onClose }: { list: string; onClose: () => void }) {
  const say = useSay();
  const navigate = useNavigate();
  const search: { page?: number } = useSearch({ strict: false });
  const [views, setViews] = useState(() => viewsOf(list));
  const [name, setName] = useState('');
  const after = (change: () => void) => {
    change();
    setViews(viewsOf(list));
  };
  const take = (view: SavedView) => {
    void navigate({ to: '.', search: view.search });
    onClose();
  };
  const save = () => {
    const { page: _first, ...filters } = search;
    if (name.trim()) after(() => saveView(list, name.trim(), filters));
    setName('');
  };
  return (
    <Dialog title={say('list.views')} isOpen onClose={onClose} size="sm">
      {views.length === 0 && <p>{say('list.noViews')}</p>}
      <ul className={css.rows}>
        {views.map((view) => (
          <li key={view.name} className={css.row}>
            <Button variant="default" justify="start" onClick={() => take(view)}>
              {view.name}
            </Button>
            <ActionIcon
              size={32}
              color="gray"
              aria-pressed={view.isDefault}
              aria-label={say('list.defaultView', { name: view.name })}
              title={say('list.defaultView', { name: view.name })}
              onClick={() => after(() => chooseDefaultView(list, view.isDefault ? undefined : view.name))}
            >
              {view.isDefault ? <IconStarFilled size={17} /> : <IconStar size={17} />}
            </ActionIcon>
            <ActionIcon
              size={32}
              color="gray"
              aria-label={say('list.forgetView', { name: view.name })}
              title={say('list.forgetView', { name: view.name })}
              onClick={() => after(() => deleteView(list, view.name))}
            >
              <IconTrash size={17} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Group gap="xs" align="end" wrap="nowrap">
          <TextInput
            label={say('list.viewName')}
            value={name}
            maxLength={VIEW_NAME_LENGTH_MAX}
            flex={1}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            {say('action.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
