import { Loader, TextInput } from '@mantine/core';
import '@mantine/core/styles/Loader.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { EmptyState, ErrorState } from '#web/design/feedback/empty-state.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { useSearch, type Option, type OptionGroup } from '#web/search/use-search.ts';
import css from './search-dialog.module.css';

type Props = { readonly role: Role; readonly onClose: () => void };

/** Searches pages, auctions, companies, orders, people and documents, and opens the selected result. */
export function SearchDialog({ role, onClose }: Props) {
  const say = useSay();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { groups, isSearching, error, retry } = useSearch(role, text);
  const options = groups.flatMap((group) => group.options);
  const selected = options[Math.min(at, options.length - 1)];
  const open = ({ to, search = {} }: Option) => {
    onClose();
    void navigate({ to, search: (): object => search });
  };
  const press = (event: KeyboardEvent) => {
    // An input method uses these keys to choose characters.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && selected) open(selected);
    const next = nextIndex(event.key, Math.min(at, options.length - 1), options.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  return (
    <Dialog title={say('search.title')} isOpen onClose={onClose} size="lg">
      <TextInput
        type="search"
        role="combobox"
        aria-label={say('search.label')}
        aria-describedby={`${id}-keys`}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(selected && { 'aria-activedescendant': idOf(id, selected) })}
        placeholder={say('search.label')}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={isSearching && <Loader size={16} aria-hidden />}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <p className={css.keys} id={`${id}-keys`}>
        {say('search.keys')}
      </p>
      <p className="visually-hidden" role="status">
        {isSearching ? say('search.searching') : say('search.found', { count: options.length })}
      </p>
      {error && <ErrorState error={error} onRetry={retry} />}
      {options.length === 0 && !isSearching && !error && (
        <EmptyState title="search.nothing" hint="search.nothingHint" icon={IconSearch} />
      )}
      <Results {...{ id, groups, selected }} onOpen={open} />
    </Dialog>
  );
}

const idOf = (list: string, { key }: Option): string => `${list}-${key}`;

/** Returns the index of the result that a key selects; undefined for other keys. */
function nextIndex(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  return key === 'ArrowUp' ? (at - 1 + count) % count : undefined;
}

type ResultsProps = {
  readonly id: string;
  readonly groups: readonly OptionGroup[];
  readonly selected: Option | undefined;
  readonly onOpen: (option: Option) => void;
};

function Results({ id, groups, selected, onOpen }: ResultsProps) {
  const say = useSay();
  const list = useRef<HTMLDivElement>(null);
  const selectedKey = selected?.key;
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [selectedKey]);
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label={say('search.results')}>
      {groups.map(({ title, options }) => (
        <div key={title} role="group" aria-label={say(title)}>
          <div className={css.title} aria-hidden>
            {say(title)}
          </div>
          {options.map((option) => (
            <div
              key={option.key}
              id={idOf(id, option)}
              role="option"
              tabIndex={-1}
              aria-selected={option.key === selectedKey}
              className={css.option}
              onClick={() => onOpen(option)}
              onKeyDown={(event) => event.key === 'Enter' && onOpen(option)}
            >
              <span className={css.name}>{option.name}</span>
              {option.detail && <span className={css.detail}>{option.detail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
