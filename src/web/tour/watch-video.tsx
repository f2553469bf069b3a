import { Button, type ButtonProps } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Language } from '#domain/basics/language.ts';
import type { Film } from '#web/design/dialogs/video-dialog.tsx';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

const VideoDialog = lazy(() => import('#web/design/dialogs/video-dialog.tsx'));

/** Returns the video about bidding in a language. The screens in the video are in that language. */
const filmIn = (language: Language): Film => ({
  src: `/video/bidding.${language}.webm`,
  poster: `/video/bidding.${language}.webp`,
  captions: { src: `/video/bidding.${language}.vtt`, language },
});

type Props = Pick<ButtonProps, 'size' | 'variant'> & { onToggle?: (isOpen: boolean) => void };

/** A button that opens a video about bidding. Nothing of the video is loaded before the first press. */
export function WatchVideo({ size = 'sm', variant = 'default', onToggle }: Props) {
  const say = useSay();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const toggle = (open: boolean) => {
    setIsOpen(open);
    onToggle?.(open);
  };
  return (
    <>
      <Button
        {...{ size, variant }}
        aria-haspopup="dialog"
        leftSection={<IconPlayerPlay size={15} aria-hidden />}
        onClick={() => toggle(true)}
      >
        {say('video.watch')}
      </Button>
      {isOpen && (
        <Suspense>
          <VideoDialog title={say('video.title')} film={filmIn(language)} onClose={() => toggle(false)} />
        </Suspense>
      )}
    </>
  );
}
