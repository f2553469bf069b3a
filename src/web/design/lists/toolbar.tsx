import type { ReactNode } from 'react';
import css from './toolbar.module.css';

type Props = { /** By what name a tour points at it. */ place?: string; children: ReactNode };

/** Search, filters and views above a list. */
export function Toolbar({ place, children }: Props) {
  return (
    <div className={css.toolbar} data-tour={place}>
      {children}
    </div>
  );
}
