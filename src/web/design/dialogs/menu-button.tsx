import { useId, useRef, useState, type ReactNode } from 'react';
import type { MenuPlace } from '#web/design/dialogs/menu-list.tsx';
import css from './menu-button.module.css';

type Props = {
  label: string;
  /** Its look, where it is not that of a button. */
  className?: string;
  children: ReactNode;
  /** A `MenuList`, which may come when it is first wanted. */
  renderMenu: (place: MenuPlace) => ReactNode;
  /** It may be wanted soon: a pointer or the focus is here. */
  onNear?: () => void;
};

/** A button with a menu below it, as the ARIA practices want it: arrows, Home, End, Escape; leaving it closes it. */
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
          // The menu may be there before the focus is in it.
          if (key === 'Escape') onClose();
        }}
      >
        {children}
      </button>
      {isOpen && renderMenu({ id, label, onClose })}
    </div>
  );
}
