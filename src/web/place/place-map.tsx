import { ActionIcon } from '@mantine/core';
import { IconMapPinFilled, IconMinus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { listMainPlaces, type Place } from '#contract/place.ts';
import type { Country } from '#domain/basics/country.ts';
import { api } from '#web/platform/calls/api.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './place-map.module.css';

type MapPoint = { readonly latitude: number; readonly longitude: number };

/** The visible part of a map: its center, and its height in degrees of latitude. */
type MapView = MapPoint & { readonly height: number };

/** The ratio of a map's width to its height. */
const MAP_RATIO = 2;
const HEIGHT_MIN = 0.5;
/** The largest height of a view of the map, in degrees of latitude. */
export const HEIGHT_MAX = 40;

/** The part of the map that shows a country. Others show the whole region. */
const COUNTRY_VIEWS: Readonly<Record<Country, MapView>> = {
  MY: { latitude: 4.2, longitude: 109, height: 11 },
  VN: { latitude: 16, longitude: 106.5, height: 17 },
  CN: { latitude: 36, longitude: 104, height: 38 },
};
const EVERYTHING: MapView = { latitude: 22, longitude: 106, height: HEIGHT_MAX };
/** The minimum height of a view that is fitted to points, in degrees of latitude. */
const AROUND = 5;

const clampHeight = (height: number): number => Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, height));

const middleOf = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
const extentOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/** Returns a view that contains all points, with a margin. Without points, returns a view of the country. */
export function viewOf(points: readonly MapPoint[], country: Country | undefined): MapView {
  if (points.length === 0) return (country && COUNTRY_VIEWS[country]) || EVERYTHING;
  const [latitudes, longitudes] = [points.map(({ latitude }) => latitude), points.map(({ longitude }) => longitude)];
  const height = Math.max(AROUND, extentOf(latitudes) * 1.4, (extentOf(longitudes) * 1.4) / MAP_RATIO);
  return { latitude: middleOf(latitudes), longitude: middleOf(longitudes), height: clampHeight(height) };
}

/**
 * Returns the length of a degree of longitude, relative to a degree of latitude. Toward the poles, degrees of longitude
 * get shorter. A map of this size needs no other projection.
 */
const shrinkOf = ({ latitude }: MapView): number => Math.cos((latitude * Math.PI) / 180);

/** Returns the position of a point on the map, as fractions of the map's width and height. */
export function placeOn(view: MapView, { latitude, longitude }: MapPoint): { x: number; y: number } {
  const width = view.height * MAP_RATIO;
  return {
    x: 0.5 + ((longitude - view.longitude) * shrinkOf(view)) / width,
    y: 0.5 - (latitude - view.latitude) / view.height,
  };
}

const DIGITS = 10_000;
const round = (degrees: number): number => Math.round(degrees * DIGITS) / DIGITS;

/** The inverse of `placeOn`: returns the coordinates of a position, rounded to about ten meters. */
export function pointAt(view: MapView, { x, y }: { x: number; y: number }): MapPoint {
  const width = view.height * MAP_RATIO;
  return {
    latitude: round(Math.min(90, Math.max(-90, view.latitude - (y - 0.5) * view.height))),
    longitude: round(Math.min(180, Math.max(-180, view.longitude + ((x - 0.5) * width) / shrinkOf(view)))),
  };
}

type Props = {
  points: readonly (MapPoint & { readonly id: string; readonly name?: string })[];
  country?: Country | undefined;
  /** Describes the map, or how to use it. */
  label: string;
  /** Called when a point is picked. Without this function, the map is read-only. */
  onPick?: (point: MapPoint) => void;
};

/** How far an arrow key moves the point, as a fraction of the visible part. */
const STEP = 0.04;
const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-STEP / MAP_RATIO, 0],
  ArrowRight: [STEP / MAP_RATIO, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/**
 * A map of the land without borders, with points, and with large towns for orientation. It loads nothing from other
 * servers.
 */
export function PlaceMap({ points, country, label, onPick }: Props) {
  const [zoom, setZoom] = useState(1);
  const fitted = viewOf(points, country);
  const view: MapView = { ...fitted, height: clampHeight(fitted.height * zoom) };
  const pickAt = (at: { x: number; y: number }) => onPick?.(pointAt(view, at));
  const click = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    // A press of Enter has no position, so it chooses the center.
    if (event.detail === 0) return pickAt({ x: 0.5, y: 0.5 });
    pickAt({ x: (event.clientX - box.x) / box.width, y: (event.clientY - box.y) / box.height });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === '+') setZoom(zoom / 2);
    if (event.key === '-') setZoom(zoom * 2);
    const move = MOVES[event.key];
    const from = points[0] && placeOn(view, points[0]);
    if (!move || !from) return;
    event.preventDefault();
    pickAt({ x: from.x + move[0], y: from.y + move[1] });
  };
  const picture = <MapPicture view={view} points={points} />;
  return (
    <div className={css.frame}>
      {onPick ? (
        <button type="button" className={css.map} aria-label={label} onClick={click} onKeyDown={press}>
          {picture}
        </button>
      ) : (
        <div className={css.map} role="img" aria-label={label}>
          {picture}
        </div>
      )}
      <Zoom zoom={zoom} onZoom={setZoom} />
      <Source />
    </div>
  );
}

/** The attribution that the license of the town names requires (NOTICE). */
function Source() {
  const say = useSay();
  return <small className={css.source}>{say('place.source')}</small>;
}

function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const say = useSay();
  return (
    <div className={css.zoom}>
      <ActionIcon variant="default" size="md" aria-label={say('place.nearer')} onClick={() => onZoom(zoom / 2)}>
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size="md" aria-label={say('place.farther')} onClick={() => onZoom(zoom * 2)}>
        <IconMinus size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;
const isOnMap = ({ x, y }: { x: number; y: number }): boolean => x > 0.01 && x < 0.97 && y > 0.02 && y < 0.98;

/** Draws land, towns and points. The unit of `land.svg` is a hundredth of a degree, and its y axis points south. */
function MapPicture({ view, points }: { view: MapView; points: Props['points'] }) {
  const width = view.height * MAP_RATIO;
  const shrink = shrinkOf(view);
  const corner = [view.longitude * shrink - width / 2, -view.latitude - view.height / 2].join(' ');
  return (
    <>
      <svg viewBox={`${corner} ${width} ${view.height}`} className={css.land} aria-hidden>
        <use href="/land.svg#land" transform={`scale(${shrink / 100} 0.01)`} />
      </svg>
      <Towns view={view} />
      {points.map((point, at) => {
        const place = placeOn(view, point);
        return (
          <span key={point.id} className={css.point} style={{ left: percent(place.x), top: percent(place.y) }}>
            <IconMapPinFilled size={26} aria-hidden />
            {point.name && <span className={css.number}>{at + 1}</span>}
          </span>
        );
      })}
    </>
  );
}

/** Shows the names of large towns. A name that would overlap an earlier one is left out. */
function Towns({ view }: { view: MapView }) {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['main-places', language],
    queryFn: ({ signal }) => api(listMainPlaces, { signal }),
    staleTime: Infinity,
    meta: { silent: true },
  });
  const shown: { place: Place; x: number; y: number }[] = [];
  for (const place of data ?? []) {
    const at = placeOn(view, place);
    const isFree = shown.every(({ x, y }) => Math.abs(x - at.x) > 0.16 || Math.abs(y - at.y) > 0.07);
    if (isOnMap(at) && isFree) shown.push({ place, ...at });
  }
  return shown.map(({ place, x, y }) => (
    <span
      key={`${place.country} ${place.name}`}
      className={css.town}
      style={{ left: percent(x), top: percent(y) }}
      aria-hidden
    >
      {place.name}
    </span>
  ));
}
