import css from './sign-in.module.css';

const WIDTH = 560;
const HEIGHT = 220;
/** Cumulative demand down a ranking, as the live room draws it. */
const LEVELS = [14, 30, 42, 66, 84, 92, 118, 132, 158, 170, 186, 204];

/** Decoration: the staircase of a price-volume distribution. */
export function DepthMotif() {
  const step = WIDTH / LEVELS.length;
  const stairs = LEVELS.map((level, at) => `V${HEIGHT - level}H${(at + 1) * step}`).join('');
  return (
    <svg className={css.motif} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <path d={`M0 ${HEIGHT}${stairs}V${HEIGHT}Z`} className={css.area} />
      <path d={`M0 ${HEIGHT}${stairs}`} className={css.edge} />
      <line x1="0" x2={WIDTH} y1={HEIGHT - 118} y2={HEIGHT - 118} className={css.clearing} />
    </svg>
  );
}
