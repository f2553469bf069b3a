import type { ReactNode } from 'react';
import css from './detail-columns.module.css';

/** Two columns: a thing's data, and its events beside them; below each other on narrow screens. */
export function DetailColumns({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <div className={css.columns}>
      <div className={css.main}>{main}</div>
      <div className={css.aside}>{aside}</div>
    </div>
  );
}
