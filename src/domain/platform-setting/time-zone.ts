import { withoutEmpty, type FieldRefusals } from '#domain/basics/result.ts';

/** The time zone of the platform, as an IANA name such as `Asia/Kuala_Lumpur` (docs/rules.md#platform-settings). */
export type TimeZoneSetting = { readonly zone: string };

/** The time zone of a platform that has not changed it. */
export const TIME_ZONE: TimeZoneSetting = { zone: 'UTC' };

export const TIME_ZONE_REFUSALS = ['choice_unknown'] as const;
export type TimeZoneRefusal = (typeof TIME_ZONE_REFUSALS)[number];

/**
 * Judges the time zone of a platform.
 *
 * @param isKnown returns whether there is such a zone
 */
export const judgeTimeZone = (
  { zone }: TimeZoneSetting,
  isKnown: (zone: string) => boolean,
): FieldRefusals<keyof TimeZoneSetting, TimeZoneRefusal> =>
  withoutEmpty<keyof TimeZoneSetting, TimeZoneRefusal>({
    zone: isKnown(zone) ? undefined : { code: 'choice_unknown' },
  });
