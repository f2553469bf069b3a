import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { filtersOnStore } from '#web/design/lists/filters-on.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useStore } from '#web/platform/storage/store.ts';
import css from './filter-chips.module.css';

/** Which filters are on, each of which can be dropped. They stand there with the list: what came later would move it. */
export function FilterChips() {
  const say = useSay();
  const navigate = useNavigate();
  const filters = useStore(filtersOnStore);
  const drop = (names: readonly string[]) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        page: undefined,
        ...Object.fromEntries(names.map((one) => [one, undefined])),
      }),
    });
  if (filters.size === 0) return null;
  return (
    <div className={css.chips}>
      {[...filters].map(([name, words]) => (
        <button key={name} type="button" className={css.chip} onClick={() => drop([name])}>
          <span className="visually-hidden">{say('list.dropFilter')}</span>
          {words}
          <IconX size={14} aria-hidden />
        </button>
      ))}
      <Button size="compact-sm" variant="subtle" onClick={() => drop([...filters.keys()])}>
        {say('list.clearAll')}
      </Button>
    </div>
  );
}
