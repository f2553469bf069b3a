import { useId, useRef, useState, type ReactNode } from 'react';
import type { MenuPlace } from '#web/design/dialogs/menu-list.tsx';
import css from './menu-button.module.css';

type Props = {
  label: string;
  /** Replaces the standard look of a button. */
  className?: string;
  children: ReactNode;
  /** Renders a `MenuList`. It may be loaded when it is first needed. */
  renderMenu: (place: MenuPlace) => ReactNode;
  /** Called when a pointer or the focus is on the button: the menu may be needed soon. */
  onNear?: () => void;
};

/**
 * A button with a menu below it, as the ARIA practices specify: arrows, Home, End, Escape. It closes when the focus
 * leaves it.
 */
export function MenuButton({ label, className = css.button, children, renderMenu, onNear }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const onClose = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <div
      className={css.menuButton}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setIsOpen(false)}
    >
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerEnter={onNear}
        onFocus={onNear}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown') setIsOpen(true);
          // The menu may be open before it has the focus.
          if (key === 'Escape') onClose();
        }}
      >
        {children}
      </button>
      {isOpen && renderMenu({ id, label, onClose })}
    </div>
  );
}
