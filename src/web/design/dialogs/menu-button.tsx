import { useId, useRef, useState, type ReactNode } from 'react';
import type { MenuPlace } from '#web/design/dialogs/menu-list.tsx';
import css from './menu-button.module.css';

type Props = {
  label: string;
  /** Replaces the standard look of a button. */
  className?: string;
  children: ReactNode;
  /** Renders a `MenuList`, whose code may be loaded on demand. */
  renderMenu: (place: MenuPlace) => ReactNode;
  /** Called when the pointer or the focus reaches the button, so that the caller can load the menu in advance. */
  onNear?: () => void;
};

/**
 * A button with a menu below it. Arrows, Home, End and Escape work as the ARIA practices specify. The menu also closes
 * when the focus leaves it.
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
          // Escape must also work before the focus has moved into the menu.
          if (key === 'Escape') onClose();
        }}
      >
        {children}
      </button>
      {isOpen && renderMenu({ id, label, onClose })}
    </div>
  );
}
