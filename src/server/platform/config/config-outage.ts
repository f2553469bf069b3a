import * as z from 'zod';
import type { OutageRule } from '#domain/auction/outage.ts';
import { onOff } from '#server/platform/config/config-values.ts';

export const outageSettings = {
  /** Whether an outage extends auctions (decision 47). On by default, except in a demo. */
  OUTAGE_RULE: onOff.optional(),
  /**
   * Number of minutes before the end of an auction. An outage extends the auction only if at least a part of the outage
   * is within these minutes.
   */
  OUTAGE_LAST_MINUTES: z.coerce.number().int().min(1).max(1_440).default(10),
  /** Outages shorter than this number of seconds are ignored. */
  OUTAGE_SECONDS_MIN: z.coerce.number().int().min(3).max(3_600).default(15),
  /** Outages longer than this number of minutes extend no auction. Administrators decide instead. */
  OUTAGE_MINUTES_MAX: z.coerce.number().int().min(1).max(10_080).default(1_440),
};

const settings = z.object(outageSettings);

/** Returns the outage rule; undefined if outages do not extend auctions. */
export const outageRuleOf = (values: z.output<typeof settings>, isOnUnlessSaid: boolean): OutageRule | undefined =>
  (values.OUTAGE_RULE ?? isOnUnlessSaid)
    ? {
        lastMinutes: values.OUTAGE_LAST_MINUTES,
        secondsMin: values.OUTAGE_SECONDS_MIN,
        minutesMax: values.OUTAGE_MINUTES_MAX,
      }
    : undefined;
