import { judgeAddress, type AddressRefusal } from '#domain/basics/text.ts';
import { acceptUnless } from '#domain/basics/accept.ts';
import type { Refusal } from '#domain/basics/result.ts';

/** The location of a plant: an address, a point on the map, both, or neither. */
export type DevicePlace = {
  readonly address: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
};

export const PLACE_REFUSALS = ['address_incorrect', 'coordinate_out_of_range', 'coordinate_missing'] as const;
type PlaceRefusal = (typeof PLACE_REFUSALS)[number] | AddressRefusal;

export const LATITUDE_MAX = 90;
export const LONGITUDE_MAX = 180;

/** Judges a plant's location, per field. Latitude is -90 to 90 degrees, longitude -180 to 180. */
export const judgePlace = ({ address, latitude, longitude }: DevicePlace) => ({
  address: acceptUnless(judgeAddress(address), address),
  latitude: acceptUnless(judgeCoordinate(latitude, LATITUDE_MAX, longitude), latitude),
  longitude: acceptUnless(judgeCoordinate(longitude, LONGITUDE_MAX, latitude), longitude),
});

/** Requires both coordinates or neither, because one alone does not define a point. */
function judgeCoordinate(
  value: number | null,
  maximum: number,
  other: number | null,
): Refusal<PlaceRefusal> | undefined {
  if (value === null) return other === null ? undefined : { code: 'coordinate_missing' };
  return Math.abs(value) <= maximum
    ? undefined
    : { code: 'coordinate_out_of_range', params: { minimum: -maximum, maximum } };
}
