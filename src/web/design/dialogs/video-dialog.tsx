import { Button, Loader } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconDownload, IconMovieOff } from '@tabler/icons-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './video-dialog.module.css';

/** A video without sound. Its captions explain what happens. */
export type Film = {
  readonly src: string;
  /** The picture that is shown until the video can play. */
  readonly poster: string;
  readonly captions: { readonly src: string; readonly language: string };
};

type Props = { title: string; film: Film; onClose: () => void };

/** Shows a video with captions. The video is loaded when the dialog opens, and stops when the dialog closes. */
export default function VideoDialog({ title, film, onClose }: Props) {
  const say = useSay();
  const [isFailed, setIsFailed] = useState(false);
  return (
    <Dialog title={title} isOpen onClose={onClose} size="xl">
      {isFailed ? (
        <EmptyState title="video.failed" hint="video.failedHint" icon={IconMovieOff} tone="bad">
          <Button data-autofocus onClick={() => setIsFailed(false)}>
            {say('action.retry')}
          </Button>
          <Button
            variant="default"
            component="a"
            href={film.src}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {say('video.download')}
          </Button>
        </EmptyState>
      ) : (
        <Player title={title} film={film} onFailed={() => setIsFailed(true)} />
      )}
    </Dialog>
  );
}

/** Plays a video with its captions in the reader's language. */
function Player({ title, film, onFailed }: { title: string; film: Film; onFailed: () => void }) {
  const say = useSay();
  const isStill = useReducedMotion();
  const video = useRef<HTMLVideoElement>(null);
  const track = useRef<HTMLTrackElement>(null);
  const [canPlay, setCanPlay] = useState(false);
  const words = useWords(track, film.captions.src);
  useSource(video, film.src);
  return (
    <>
      <div className={css.frame} aria-busy={!canPlay}>
        <video
          ref={video}
          className={css.video}
          data-autofocus
          controls
          autoPlay={!isStill}
          muted
          playsInline
          poster={film.poster}
          aria-label={title}
          onCanPlay={() => setCanPlay(true)}
          onError={onFailed}
        >
          <track ref={track} kind="captions" default srcLang={film.captions.language} label={say('video.captions')} />
        </video>
        {!canPlay && (
          <span className={css.wait} role="status">
            <Loader color="white" aria-hidden />
            <span className="visually-hidden">{say('shell.loading')}</span>
          </span>
        )}
      </div>
      <p className={css.note}>{say('video.silent')}</p>
      {words.length > 0 && (
        <details className={css.words}>
          <summary>{say('video.asText')}</summary>
          <ol>
            {words.map((line, at) => (
              <li key={at}>{line}</li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

/**
 * Sets the video's address once the player is on the page, because earlier media events would have no listener. The
 * address is removed together with the player; otherwise the browser would continue to load the video.
 */
function useSource(video: RefObject<HTMLVideoElement | null>, src: string): void {
  useEffect(() => {
    const player = video.current;
    if (!player) return;
    player.src = src;
    return () => {
      player.pause();
      player.removeAttribute('src');
      player.load();
    };
  }, [video, src]);
}

/** Returns the texts of the captions, for people who do not watch the video. */
function useWords(track: RefObject<HTMLTrackElement | null>, src: string): readonly string[] {
  const [words, setWords] = useState<readonly string[]>([]);
  useEffect(() => {
    const captions = track.current;
    if (!captions) return;
    const read = () => setWords([...(captions.track.cues ?? [])].map((cue) => ('text' in cue ? String(cue.text) : '')));
    captions.addEventListener('load', read);
    captions.src = src;
    return () => captions.removeEventListener('load', read);
  }, [track, src]);
  return words;
}
