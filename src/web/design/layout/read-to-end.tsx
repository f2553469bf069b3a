import { useEffect, useRef, type ReactNode } from 'react';
import css from './read-to-end.module.css';

/** How far from its end a text counts as read to the end (docs/rules.md#layout). */
const TOLERANCE_PX = 10;

type Props = {
  label: string;
  onRead: () => void;
  /** False while not all of it is there yet: what stands for it has no end to be read to. */
  isWhole?: boolean;
  /** Most of a dialog, for long texts. */
  isTall?: boolean;
  children: ReactNode;
};

/** A text in a frame that says when it was read to its end; one that fits without scrolling is read at once. */
export function ReadToEnd({ label, onRead, isWhole = true, isTall = false, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const tell = useRef(onRead);
  tell.current = onRead;
  useEffect(() => {
    const [outer, inner] = [frame.current, text.current];
    if (!outer || !inner || !isWhole) return;
    const look = () => {
      if (outer.scrollHeight - outer.scrollTop - outer.clientHeight <= TOLERANCE_PX) tell.current();
    };
    outer.addEventListener('scroll', look, { passive: true });
    // Hears the first layout as well, and fonts or a turned phone that change what fits.
    const size = new ResizeObserver(look);
    size.observe(outer);
    size.observe(inner);
    return () => {
      outer.removeEventListener('scroll', look);
      size.disconnect();
    };
  }, [isWhole]);
  return (
    <div
      ref={frame}
      className={css.frame}
      data-tall={isTall || undefined}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <div ref={text}>{children}</div>
    </div>
  );
}
