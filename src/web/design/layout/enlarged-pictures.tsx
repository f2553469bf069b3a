import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Image } from '#contract/auction/image-link.ts';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './pictures.module.css';

type Props = {
  images: readonly Image[];
  subject: string;
  at: number;
  altOf: (at: number) => string;
  onShow: (at: number | undefined) => void;
};

/** Shows one picture at the largest size that fits, with buttons for the others. */
export default function EnlargedPictures({ images, subject, at, altOf, onShow }: Props) {
  const say = useSay();
  const image = images[at];
  const go = (by: number) => onShow((at + by + images.length) % images.length);
  return (
    <Dialog title={subject} isOpen onClose={() => onShow(undefined)} size="xl">
      <figure className={css.figure}>
        {/* The small picture is shown until the large one is loaded. */}
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
    </Dialog>
  );
}
