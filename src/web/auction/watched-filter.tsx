import { Button } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Only what one watches, in the URL like every other filter. */
export function WatchedFilter({ isOn }: { isOn: boolean }) {
  const say = useSay();
  const navigate = useNavigate();
  const Star = isOn ? IconStarFilled : IconStar;
  return (
    <Button
      size="xs"
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      leftSection={<Star size={14} aria-hidden />}
      onClick={() =>
        void navigate({
          to: '.',
          search: (before: object) => ({
            ...before,
            page: undefined,
            ...(isOn ? { watched: undefined } : { watched: true as const }),
          }),
        })
      }
    >
      {say('notice.watched')}
    </Button>
  );
}
