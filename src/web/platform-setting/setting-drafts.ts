import type { PlatformSettings } from '#contract/platform-setting/platform-setting.ts';
import { judgeBusinessTypes, type BusinessTypes } from '#domain/platform-setting/business-types.ts';
import { judgeRegions, type Regions } from '#domain/platform-setting/regions.ts';
import { readChoices, readCodes, writeChoices } from '#web/platform-setting/choice-lines.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';

/** The countries of a platform as a form holds them. The provinces of all countries are one list. */
export type RegionsDraft = {
  readonly countries: string;
  readonly provinces: string;
  /** Empty: the phone countries of the deployment. */
  readonly phoneCountries: string;
  readonly recCountries: string;
};

export const regionsDraftOf = ({ countries, phoneCountries, recCountries }: Regions): RegionsDraft => ({
  countries: countries.map(({ code }) => code).join(', '),
  provinces: writeChoices(countries.flatMap(({ provinces }) => provinces)),
  phoneCountries: phoneCountries?.join(', ') ?? '',
  recCountries: recCountries.join(', '),
});

const countryOf = (province: string): string => province.split('-', 1)[0] ?? '';

/**
 * Returns the countries with the provinces whose codes begin with theirs. Other provinces come to the last country, where
 * they are refused, so that no line is lost.
 */
export function regionsOf(draft: RegionsDraft): Omit<PlatformSettings['regions'], 'version'> {
  const provinces = readChoices(draft.provinces).map(({ code, names }) => ({ code, names: { ...names } }));
  const phoneCountries = readCodes(draft.phoneCountries);
  const codes = readCodes(draft.countries);
  const last = codes.at(-1);
  const placeOf = (province: string) => codes.find((code) => code === countryOf(province)) ?? last;
  return {
    countries: codes.map((code) => ({
      code,
      provinces: provinces.filter((province) => placeOf(province.code) === code),
    })),
    phoneCountries: phoneCountries.length === 0 ? null : phoneCountries,
    recCountries: readCodes(draft.recCountries),
  };
}

export const judgeRegionsDraft = (draft: RegionsDraft): Refusals<RegionsDraft> =>
  regionsRefusals(judgeRegions(regionsOf(draft)));

/** Moves refusals of provinces to their field. The server knows them at the countries. */
export function regionsRefusals<Refusal extends { readonly code: string }>({
  countries,
  ...others
}: Readonly<Record<string, Refusal | undefined>>): Record<string, Refusal> {
  const place = countries?.code.startsWith('province_') ? 'provinces' : 'countries';
  return Object.fromEntries(
    Object.entries({ [place]: countries, ...others }).flatMap(([field, refusal]) =>
      refusal ? [[field, refusal] as const] : [],
    ),
  );
}

/** The business types of a platform as a form holds them. */
export type TypesDraft = { readonly types: string };

export const typesDraftOf = ({ types }: BusinessTypes): TypesDraft => ({
  types: writeChoices(types),
});

export const typesOf = ({ types }: TypesDraft): Pick<PlatformSettings['businessTypes'], 'types'> => ({
  types: readChoices(types).map(({ code, names }) => ({ code, names: { ...names } })),
});

export const judgeTypesDraft = (draft: TypesDraft): Refusals<TypesDraft> => judgeBusinessTypes(typesOf(draft));
