import type { Icon } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import css from './menu-button.module.css';

export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  /** For labels in a language of their own. */
  readonly lang?: string;
  readonly run: () => void;
};

type Props = { label: string; className?: string | undefined; children: ReactNode; entries: readonly MenuEntry[] };

/** Where a key leads from entry `at` of `count`; undefined for keys that aren't the menu's. */
function nextEntry(key: string, at: number, count: number): number | undefined {
  const places: Record<string, number> = {
    ArrowDown: (at + 1) % count,
    ArrowUp: (at - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  return places[key];
}

/** A button with a menu below it, as the ARIA practices want it: arrows, Home, End, Escape; leaving it closes it. */
export function MenuButton({ label, className, children, entries }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isOpen) menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [isOpen]);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const next = nextEntry(event.key, items.indexOf(document.activeElement as HTMLElement), items.length);
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
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
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => event.key === 'ArrowDown' && setIsOpen(true)}
      >
        {children}
      </button>
      {isOpen && (
        <div ref={menu} id={id} role="menu" aria-label={label} tabIndex={-1} className={css.menu} onKeyDown={move}>
          {entries.map(({ id: key, label: words, icon: Picture, lang, run }) => (
            <button
              key={key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              lang={lang}
              className={css.entry}
              onClick={() => {
                close();
                run();
              }}
            >
              <Picture size={16} aria-hidden />
              {words}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
