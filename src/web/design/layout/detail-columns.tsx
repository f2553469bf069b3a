import type { ReactNode } from 'react';
import css from './detail-columns.module.css';

/** What something is, and beside it what happened with it; below one another where there is no room. */
export function DetailColumns({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <div className={css.columns}>
      <div className={css.main}>{main}</div>
      <div className={css.aside}>{aside}</div>
    </div>
  );
}
