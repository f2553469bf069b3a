import type { Icon } from '@tabler/icons-react';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import css from './menu-button.module.css';

export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  readonly run: () => void;
};

/** What the button gives its menu: the name of both, and how it is closed. */
export type MenuPlace = { readonly id: string; readonly label: string; readonly onClose: () => void };

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

/** Between a menu and the side of the window, in pixels. */
const SIDE = 8;

/** Moves back what begins at a button far to the right and ends beyond a narrow window. */
function keepInWindow(menu: HTMLElement | null): void {
  const beyond = (menu?.getBoundingClientRect().right ?? 0) - (document.documentElement.clientWidth - SIDE);
  if (menu && beyond > 0) menu.style.transform = `translateX(${-beyond}px)`;
}

/** Below a menu button: the first entry has the focus, arrows, Home and End move it, Escape closes. */
export function MenuList({ id, label, onClose, entries }: MenuPlace & { entries: readonly MenuEntry[] }) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    keepInWindow(menu.current);
    menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, []);
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const next = nextEntry(event.key, items.indexOf(document.activeElement as HTMLElement), items.length);
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  };
  return (
    <div ref={menu} id={id} role="menu" aria-label={label} tabIndex={-1} className={css.menu} onKeyDown={move}>
      {entries.map(({ id: key, label: words, icon: Picture, run }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={css.entry}
          onClick={() => {
            onClose();
            run();
          }}
        >
          <Picture size={16} aria-hidden />
          {words}
        </button>
      ))}
    </div>
  );
}
