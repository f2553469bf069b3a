import * as z from 'zod';
import type { OutageRule } from '#domain/auction/outage.ts';
import { onOff } from '#server/platform/config/config-values.ts';

export const outageSettings = {
  /** Whether auctions are extended by a time that nobody served (decision 47); on, but in a demo. */
  OUTAGE_RULE: onOff.optional(),
  /** The last minutes of an auction that such a time has to touch. */
  OUTAGE_LAST_MINUTES: z.coerce.number().int().min(1).max(1_440).default(10),
  /** Shorter ones don't count, longer ones extend nothing: then administrators decide. */
  OUTAGE_SECONDS_MIN: z.coerce.number().int().min(3).max(3_600).default(15),
  OUTAGE_MINUTES_MAX: z.coerce.number().int().min(1).max(10_080).default(1_440),
};

const settings = z.object(outageSettings);

/** Undefined where auctions aren't extended. */
export const outageRuleOf = (values: z.output<typeof settings>, isOnUnlessSaid: boolean): OutageRule | undefined =>
  (values.OUTAGE_RULE ?? isOnUnlessSaid)
    ? {
        lastMinutes: values.OUTAGE_LAST_MINUTES,
        secondsMin: values.OUTAGE_SECONDS_MIN,
        minutesMax: values.OUTAGE_MINUTES_MAX,
      }
    : undefined;
