import { CloseButton, TextInput } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useFilterOn, useTypedFilter } from '#web/design/lists/use-filter.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

/** A search bound to `search` in the URL; a pause in typing takes it over and starts at the first page. */
export function SearchField({ label }: { label: PhraseKey }) {
  const say = useSay();
  const inUrl = useSearch({ strict: false, select: ({ search }: { search?: string }) => search || undefined });
  useFilterOn('search', inUrl && `“${inUrl}”`);
  const { text, type, take } = useTypedFilter('search', {
    inUrl,
    textOf: (search) => search ?? '',
    valueOf: (typed) => typed.trim() || undefined,
    pauseMs: 300,
  });
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
      rightSection={text && <CloseButton size="sm" aria-label={say('action.clear')} onClick={() => take('')} />}
      w={{ base: '100%', xs: 260 }}
    />
  );
}
