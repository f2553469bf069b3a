import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import {
  chooseDefaultView,
  forgetView,
  saveView,
  VIEW_NAME_LENGTH_MAX,
  viewsOf,
  type SavedView,
} from '#web/design/lists/saved-views.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './list-dialogs.module.css';

type Props = { list: string; onClose: () => void };

/** Saved filters: to take one, to make one the default, to save those that are on. */
export function ViewsDialog({ list, onClose }: Props) {
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
              onClick={() => after(() => forgetView(list, view.name))}
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
