import { useEffect, useRef, type ReactNode } from 'react';
import css from './read-to-end.module.css';

/** A text counts as read at this distance from its end (docs/rules.md#layout). */
const TOLERANCE_PX = 10;

type Props = {
  label: string;
  onRead: () => void;
  /** False while the text is still loading, because the end of a placeholder does not count as read. */
  isWhole?: boolean;
  /** Takes most of a dialog's height, for long texts. */
  isTall?: boolean;
  children: ReactNode;
};

/**
 * A text in a scrolling frame. Reports when the text was read to its end. A text that fits counts as read immediately.
 */
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
    // The observer also reports the first layout, and size changes by fonts or by turning a phone.
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
