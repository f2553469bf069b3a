import { lazy, Suspense } from 'react';
import type { Auction } from '#contract/auction.ts';
import { useSay } from '#web/platform/phrase.ts';
import css from './detail.module.css';

const PlaceMap = lazy(() => import('#web/place/place-map.tsx').then(({ PlaceMap: map }) => ({ default: map })));

/** Where the devices stand, on one small map; items that say nothing of it aren't on it. */
export function DetailPlaces({ auction }: { auction: Auction }) {
  const say = useSay();
  const points = auction.items.flatMap(({ auctionItemId: id, name, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ id, name, latitude, longitude }],
  );
  if (points.length === 0) return null;
  return (
    <section className={css.card} aria-labelledby="detail-places">
      <h2 className={css.title} id="detail-places">
        {say('place.devices')}
      </h2>
      <div className={css.places}>
        <Suspense fallback={<div className={css.mapPlace} />}>
          <PlaceMap points={points} label={say('place.mapOf', { count: points.length })} />
        </Suspense>
        <ol className={css.placeList}>
          {points.map(({ id, name }) => (
            <li key={id}>
              <strong>{name}</strong>
              <span className={css.quiet}>{auction.items.find((item) => item.auctionItemId === id)?.address}</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
