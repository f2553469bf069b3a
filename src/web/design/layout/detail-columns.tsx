import type { ReactNode } from 'react';
import css from './detail-columns.module.css';

/** Two columns: the data of a thing, and its events. On narrow screens the events are below the data. */
export function DetailColumns({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <div className={css.columns}>
      <div className={css.main}>{main}</div>
      <div className={css.aside}>{aside}</div>
    </div>
  );
}
