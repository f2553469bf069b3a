import type { ReactNode } from 'react';
import css from './toolbar.module.css';

/** Search, filters and views above a list. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={css.toolbar}>{children}</div>;
}
