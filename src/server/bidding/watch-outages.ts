import { extendAfterOutage } from '#server/bidding/extend-after-outage.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import { startBeat } from '#server/platform/runtime/sign-of-life.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';
import type { ProcessFigures } from '#server/platform/tables/life-tables.ts';

type ServiceSurroundings = {
  readonly publicUrl: string;
  readonly figures: () => ProcessFigures;
  readonly failed: (error: unknown) => void;
};

/** Signs of life, and what becomes of auctions that nobody served in their last minutes (decision 47). */
export const startServiceBeat = (
  db: Db,
  { outageRule }: Pick<Config, 'outageRule'>,
  { publicUrl, figures, failed }: ServiceSurroundings,
) =>
  startBeat({
    db,
    timers: nodeTimers,
    absenceMs: (outageRule?.secondsMin ?? NOTICED_SECONDS) * 1_000,
    absent: async (absence) => {
      if (outageRule) await extendAfterOutage(db, outageRule, { absence, publicUrl });
    },
    figures,
    failed,
  });

const NOTICED_SECONDS = 15;
