import type { Icon } from '@tabler/icons-react';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import css from './menu-button.module.css';

/** An entry of a menu: its label, its icon and what it does. */
export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  readonly run: () => void;
};

/** The values that a button passes to its menu: its id, the shared label, and the function that closes it. */
export type MenuPlace = { readonly id: string; readonly label: string; readonly onClose: () => void };

/** Returns the entry that a key moves to, from entry `at` of `count`; undefined for other keys. */
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

/** Moves the menu to the left if it would end outside a narrow window. */
function keepInWindow(menu: HTMLElement | null): void {
  const beyond = (menu?.getBoundingClientRect().right ?? 0) - (document.documentElement.clientWidth - SIDE);
  if (menu && beyond > 0) menu.style.transform = `translateX(${-beyond}px)`;
}

/** The menu of a button: the first entry has the focus; arrows, Home and End move it; Escape closes the menu. */
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
