import { Button } from '@mantine/core';
import { IconMapSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { findPlaces, type Place } from '#contract/place.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { VINTAGE_PERIODS } from '#domain/basics/vintage.ts';
import type { ItemForm } from '#web/auction-editor/items/item-form.ts';
import { SelectField } from '#web/design/fields/select-field.tsx';
import rows from '#web/design/forms/field-rows.module.css';
import css from '#web/auction-editor/items/item-fields.module.css';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import type { Form } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { countryName, useRecCountries } from '#web/platform/format/country-name.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

const PlaceMap = lazy(() => import('#web/place/place-map.tsx').then(({ PlaceMap: map }) => ({ default: map })));

const DEGREES = { digits: 1, isGrouped: false };

/** The location fields of an item of an auction or of a sell order. */
type Placed = Pick<ItemForm, 'address' | 'latitude' | 'longitude' | 'recCountry'>;
type Props = { form: Form<Placed> };

/** The location of the plant: an address, which can be looked up, and a point, which is typed or picked on the map. */
export function PlaceFields({ form }: Props) {
  const say = useSay();
  const language = useLanguage();
  const { latitude, longitude } = form.values;
  const pick = (place: { latitude: number; longitude: number }) => {
    form.set('latitude', place.latitude);
    form.set('longitude', place.longitude);
  };
  const lookUp = useLookUp(form, pick);
  const point = { id: 'device', latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN };
  const field = form.field('address');
  return (
    <>
      <div className={css.wide}>
        <div className={`${rows.withButton} ${css.lookUp}`}>
          <TextField
            {...field}
            refusal={lookUp.error ?? field.refusal}
            onChange={(address) => {
              lookUp.onAddress();
              field.onChange(address);
            }}
            label="item.address"
            help="item.addressHelp"
          />
          <Button
            variant="default"
            leftSection={<IconMapSearch size={16} aria-hidden />}
            loading={lookUp.isPending}
            disabled={form.values.address.trim() === ''}
            onClick={() => lookUp.run()}
          >
            {say('place.find')}
          </Button>
        </div>
        {lookUp.places.length > 1 && (
          <ul className={css.places} aria-label={say('place.found')}>
            {lookUp.places.map((place) => (
              <li key={`${place.latitude} ${place.longitude}`}>
                <Button size="compact-sm" variant="light" onClick={() => pick(place)}>
                  {[place.name, place.region, countryName(place.country, language)].filter(Boolean).join(', ')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <NumberField {...form.field('latitude')} label="item.latitude" help="item.latitudeHelp" {...DEGREES} />
      <NumberField {...form.field('longitude')} label="item.longitude" help="item.longitudeHelp" {...DEGREES} />
      <div className={css.wide}>
        <Suspense fallback={<div className={css.map} />}>
          <PlaceMap
            points={Number.isFinite(point.latitude) && Number.isFinite(point.longitude) ? [point] : []}
            country={form.values.recCountry ?? undefined}
            label={say('place.pickOnMap')}
            onPick={pick}
          />
        </Suspense>
      </div>
    </>
  );
}

/**
 * Looks up an address. The most likely place is used immediately; the user may choose another place. A new address
 * clears a point that an earlier look-up found, because that point belongs to the old address.
 */
function useLookUp(form: Form<Placed>, pick: (place: Place) => void) {
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const { latitude, longitude } = form.values;
  const [stored] = useState({ latitude, longitude });
  const leave = (points: readonly Pick<Placed, 'latitude' | 'longitude'>[]) => {
    if (points.some((point) => point.latitude === latitude && point.longitude === longitude)) {
      form.set('latitude', null);
      form.set('longitude', null);
    }
    setPlaces([]);
  };
  const { run, reset, isPending, error } = useChange({
    send: () => {
      const { address: search, recCountry } = form.values;
      return api(findPlaces, { query: { search, ...(recCountry && { country: recCountry }) } });
    },
    onDone: (found) => {
      setPlaces(found);
      const [first] = found;
      if (first) pick(first);
    },
    onRefused: ({ code }) => code === 'location_undetermined' && leave([...places, stored]),
  });
  const wrong = error && { code: error.code === 'location_undetermined' ? error.code : ('service_busy' as const) };
  const onAddress = () => {
    reset();
    leave(places);
  };
  return { run, isPending, places, error: wrong ?? undefined, onAddress };
}

type Kind = Pick<ItemForm, 'recCountry' | 'recFuelType' | 'vintageYear' | 'vintagePeriod'>;
type KindProps = { form: Form<Kind>; /** Why the fields are fixed. */ locked?: PhraseKey | undefined };

/** The fields of an item's product: country, fuel type and vintage. */
export function KindFields({ form, locked }: KindProps) {
  const say = useSay();
  const [stored] = useState(form.values.recCountry);
  const countries = useRecCountries(stored);
  const lock = { isRequired: true, ...(locked && { isDisabled: true, disabledReason: locked }) };
  return (
    <>
      <SelectField
        {...form.field('recCountry')}
        label="item.country"
        placeholder="item.choose"
        autoFocus
        choices={countries}
        {...lock}
      />
      <SelectField
        {...form.field('recFuelType')}
        label="item.fuel"
        placeholder="item.choose"
        choices={FUEL_TYPES.map((fuel) => ({ value: fuel, label: say(`fuel.${fuel}`) }))}
        {...lock}
      />
      <NumberField {...form.field('vintageYear')} label="item.vintageYear" isGrouped={false} {...lock} />
      <SelectField
        {...form.field('vintagePeriod')}
        label="item.vintagePeriod"
        placeholder="item.choose"
        choices={VINTAGE_PERIODS.map((period) => ({ value: period, label: say(`vintage.period${period}`) }))}
        {...lock}
      />
    </>
  );
}
