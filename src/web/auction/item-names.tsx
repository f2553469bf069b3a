import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './item-names.module.css';

/** The first items by their display names, and how many more there are. */
export function ItemNames({ names, count, most = 3 }: { names: readonly string[]; count: number; most?: number }) {
  const say = useSay();
  const shown = names.slice(0, most);
  if (count === 0) return <p className={css.none}>{say('auction.noItems')}</p>;
  return (
    <ul className={css.names} aria-label={say('auction.items')}>
      {shown.map((name) => (
        <li key={name}>{name}</li>
      ))}
      {count > shown.length && <li className={css.more}>{say('auction.moreItems', { more: count - shown.length })}</li>}
    </ul>
  );
}
