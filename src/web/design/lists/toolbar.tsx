import type { ReactNode } from 'react';
import css from './toolbar.module.css';

type Props = { /** The name by which a tour finds the bar. */ place?: string; children: ReactNode };

/** The bar with search, filters and views above a list. */
export function Toolbar({ place, children }: Props) {
  return (
    <div className={css.toolbar} data-tour={place}>
      {children}
    </div>
  );
}
