import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { Image } from '#contract/image-link.ts';
import { Dialog } from '#web/design/dialog.tsx';
import { useSay } from '#web/platform/phrase.ts';
import css from './pictures.module.css';

type Props = { images: readonly Image[]; /** What they show, for who doesn't see them. */ subject: string };

/** Small pictures side by side, each enlarged on a click. */
export function Pictures({ images, subject }: Props) {
  const say = useSay();
  const [shown, setShown] = useState<number>();
  if (images.length === 0) return null;
  const altOf = (at: number) => say('image.alt', { subject, number: at + 1, count: images.length });
  return (
    <>
      <ul className={css.row}>
        {images.map((image, at) => (
          <li key={image.id}>
            <button
              type="button"
              className={css.small}
              aria-label={say('image.enlarge', { picture: altOf(at) })}
              onClick={() => setShown(at)}
            >
              <img src={image.smallUrl} alt="" width={96} height={72} loading="lazy" decoding="async" />
            </button>
          </li>
        ))}
      </ul>
      <Dialog title={subject} isOpen={shown !== undefined} onClose={() => setShown(undefined)} size="xl">
        {shown !== undefined && <Enlarged images={images} at={shown} altOf={altOf} onShow={setShown} />}
      </Dialog>
    </>
  );
}

type EnlargedProps = {
  images: readonly Image[];
  at: number;
  altOf: (at: number) => string;
  onShow: (at: number) => void;
};

function Enlarged({ images, at, altOf, onShow }: EnlargedProps) {
  const say = useSay();
  const image = images[at];
  const go = (by: number) => onShow((at + by + images.length) % images.length);
  return (
    <figure className={css.figure}>
      {/* What is small already stands in until the large one is there. */}
      <div className={css.stage} style={{ backgroundImage: image && `url("${image.smallUrl}")` }}>
        {image && <img key={image.id} src={image.url} alt={altOf(at)} className={css.large} />}
      </div>
      {images.length > 1 && (
        <figcaption className={css.foot}>
          <ActionIcon variant="default" aria-label={say('image.previous')} onClick={() => go(-1)}>
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <span className="figure" aria-live="polite">
            {say('image.position', { number: at + 1, count: images.length })}
          </span>
          <ActionIcon variant="default" aria-label={say('image.next')} onClick={() => go(1)}>
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </figcaption>
      )}
    </figure>
  );
}
