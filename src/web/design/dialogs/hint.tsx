import { cloneElement, useEffect, useId, useRef, useState, type ReactElement } from 'react';
import css from './hint.module.css';

type Props = {
  label: string;
  /** The side on which the tooltip is shown. Use `right` if the content below the control must stay visible. */
  side?: 'bottom' | 'right';
  isOff?: boolean;
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
};

const PAUSE_MS = 250;
const AWAY_PX = 6;
const EDGE_PX = 8;

/**
 * A tooltip of a control, shown on hover, on keyboard focus and on touch. Escape closes the tooltip (WCAG 1.4.13). The
 * tooltip is in the browser's top layer, so that nothing cuts it off. A library's tooltip has ten times as much code.
 */
export function Hint({ label, side = 'bottom', isOff = false, children }: Props) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setIsOpen] = useState(false);
  const show = () => setIsOpen(!isOff);
  const hide = () => {
    clearTimeout(pause.current);
    setIsOpen(false);
  };
  useEffect(() => () => clearTimeout(pause.current), []);
  useEffect(() => {
    // The anchor has no box (display: contents), but its control has one.
    const control = anchor.current?.firstElementChild;
    if (!isOpen || !control || !bubble.current) return;
    bubble.current.showPopover?.();
    place(bubble.current, control.getBoundingClientRect(), side);
  }, [isOpen, side, label]);
  return (
    <span
      ref={anchor}
      role="presentation"
      className={css.anchor}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') pause.current = setTimeout(show, PAUSE_MS);
      }}
      onPointerLeave={hide}
      onPointerUp={(event) => event.pointerType !== 'mouse' && show()}
      onFocus={(event) => event.target.matches(':focus-visible') && show()}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {cloneElement(children, { 'aria-describedby': isOpen ? id : children.props['aria-describedby'] })}
      {isOpen && (
        <span ref={bubble} id={id} role="tooltip" popover="manual" className={css.bubble}>
          {label}
        </span>
      )}
    </span>
  );
}

/** Places the tooltip beside its anchor, moved so that it fits in the window. */
function place(bubble: HTMLElement, anchor: DOMRect, side: 'bottom' | 'right'): void {
  const { width, height } = bubble.getBoundingClientRect();
  const isBelow = side === 'bottom';
  const left = isBelow ? anchor.left + anchor.width / 2 - width / 2 : anchor.right + AWAY_PX;
  const below = isBelow ? anchor.bottom + AWAY_PX : anchor.top + anchor.height / 2 - height / 2;
  const top = below + height > window.innerHeight - EDGE_PX ? anchor.top - height - AWAY_PX : below;
  bubble.style.left = `${Math.max(EDGE_PX, Math.min(left, window.innerWidth - width - EDGE_PX))}px`;
  bubble.style.top = `${Math.max(EDGE_PX, top)}px`;
}
