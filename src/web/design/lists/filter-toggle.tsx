import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = {
  /** The number of active filters. */
  count: number;
  isOpen: boolean;
  /** The id of the element with the filters. */
  controls: string;
  onToggle: () => void;
};

/** The button that shows or hides the filters of a list. */
export function FilterToggle({ count, isOpen, controls, onToggle }: Props) {
  const say = useSay();
  return (
    <Button
      size="xs"
      variant={count > 0 ? 'light' : 'default'}
      aria-expanded={isOpen}
      aria-controls={controls}
      leftSection={<IconFilter size={14} aria-hidden />}
      onClick={onToggle}
    >
      {say('sellOrder.filtersOn', { count })}
    </Button>
  );
}
