import { CloseButton, TextInput } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useFilter, useFilterOn } from '#web/design/lists/use-filter.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

const PAUSE_MS = 300;

/**
 * A search field bound to `search` in the URL. It applies the text after a pause in typing, and shows the first page.
 */
export function SearchField({ label }: { label: PhraseKey }) {
  const say = useSay();
  const [, set] = useFilter('search');
  const inUrl = useSearch({ strict: false, select: (search: { search?: string }) => search.search ?? '' });
  const [text, setText] = useState(inUrl);
  const [seen, setSeen] = useState(inUrl);
  useFilterOn('search', inUrl && `“${inUrl}”`);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (seen !== inUrl) {
    // The URL was changed by back, forward or "clear all", so the field follows it.
    setSeen(inUrl);
    setText(inUrl);
  }
  // A waiting search must not apply after the person has opened another page: the search would reopen this list.
  const router = useRouter();
  useEffect(() => {
    const forget = () => clearTimeout(timer.current);
    const unsubscribe = router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && forget());
    return () => {
      unsubscribe();
      forget();
    };
  }, [router]);
  const take = (value: string) => {
    clearTimeout(timer.current);
    setSeen(value.trim());
    set(value.trim() || undefined, true);
  };
  const type = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => take(value), PAUSE_MS);
  };
  const clear = () => {
    setText('');
    take('');
  };
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={say(label)}
      placeholder={say(label)}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && take(text)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton size="sm" aria-label={say('action.clear')} onClick={clear} />}
      w={{ base: '100%', xs: 260 }}
    />
  );
}
