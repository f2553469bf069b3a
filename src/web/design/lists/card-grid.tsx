import type { ReactNode } from 'react';
import css from './card-grid.module.css';

/** Cards side by side, as many as fit; each child is one `<li>`. */
export function CardGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.grid} aria-label={label}>
      {children}
    </ul>
  );
}
