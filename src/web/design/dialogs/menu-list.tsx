import type { Icon } from '@tabler/icons-react';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import css from './menu-button.module.css';

/** One choice of a menu: its label, its icon and its action. */
export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  readonly run: () => void;
};

/**
 * The values that a button passes to its menu: the menu's id, the label of both, and a function that closes the menu.
 */
export type MenuPlace = { readonly id: string; readonly label: string; readonly onClose: () => void };

/**
 * Returns the index of the entry that a key moves the focus to; undefined for other keys. `at` is the current index,
 * and `count` the number of entries.
 */
function nextEntry(key: string, at: number, count: number): number | undefined {
  const places: Record<string, number> = {
    ArrowDown: (at + 1) % count,
    ArrowUp: (at - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  return places[key];
}

/** Space between a menu and the edge of the window, in pixels. */
const SIDE = 8;

/** Moves a menu to the left if its right end would be outside a narrow window. */
function keepInWindow(menu: HTMLElement | null): void {
  const beyond = (menu?.getBoundingClientRect().right ?? 0) - (document.documentElement.clientWidth - SIDE);
  if (menu && beyond > 0) menu.style.transform = `translateX(${-beyond}px)`;
}

/**
 * The menu of a button. The first entry gets the focus. Arrows, Home and End move the focus; Escape closes the menu.
 */
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
