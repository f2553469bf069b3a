import { getServiceStatus, getWaiting } from '#contract/health.ts';
import { countWaiting } from '#server/health/count-waiting.ts';
import { findHealth } from '#server/health/find-health.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';

/** What administrators see of the service itself, and of what waits for them. */
export const healthOperations = (
  { SMTP_URL, SMS_URL, FLAG_MARKETPLACE }: Pick<Config, 'SMTP_URL' | 'SMS_URL' | 'FLAG_MARKETPLACE'>,
  kind: Database['kind'],
): Operation[] => [
  operation(getServiceStatus, ({ db }) =>
    findHealth({ db, kind, hasMails: SMTP_URL !== undefined, hasTexts: SMS_URL !== undefined }),
  ),
  operation(getWaiting, ({ db }) => countWaiting(db, { allowsMarketplace: FLAG_MARKETPLACE })),
];
