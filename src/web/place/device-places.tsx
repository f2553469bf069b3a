import { lazy, Suspense } from 'react';
import { Card } from '#web/design/layout/facts.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './device-places.module.css';

const PlaceMap = lazy(() => import('#web/place/place-map.tsx').then(({ PlaceMap: map }) => ({ default: map })));

type Device = {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
};

/** Shows the locations of plants on one small map. Plants without known coordinates are left out. */
export function DevicePlaces({ devices }: { devices: readonly Device[] }) {
  const say = useSay();
  const points = devices.flatMap(({ latitude, longitude, ...device }) =>
    latitude === null || longitude === null ? [] : [{ ...device, latitude, longitude }],
  );
  if (points.length === 0) return null;
  return (
    <Card title="place.devices">
      <div className={css.places}>
        <Suspense fallback={<div className={css.map} />}>
          <PlaceMap points={points} label={say('place.mapOf', { count: points.length })} />
        </Suspense>
        <ol className={css.list}>
          {points.map(({ id, name, address }) => (
            <li key={id}>
              <strong>{name}</strong>
              <span className={css.quiet}>{address}</span>
            </li>
          ))}
        </ol>
      </div>
    </Card>
  );
}
