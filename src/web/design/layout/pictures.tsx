import { lazy, Suspense, useState } from 'react';
import type { Image } from '#contract/auction/image-link.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './pictures.module.css';

/** Lazy-loaded: needed only after a click on a small picture. */
const EnlargedPictures = lazy(() => import('#web/design/layout/enlarged-pictures.tsx'));

type Props = {
  images: readonly Image[];
  /** The pictures' subject, for people who cannot see them. */ subject: string;
};

/** Shows small pictures side by side. A click on a picture enlarges it. */
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
      {shown !== undefined && (
        <Suspense>
          <EnlargedPictures {...{ images, subject, altOf }} at={shown} onShow={setShown} />
        </Suspense>
      )}
    </>
  );
}
