import { getServiceStatus } from '#contract/health.ts';
import { findHealth } from '#server/health/find-health.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database.ts';
import { operation, type Operation } from '#server/platform/operation.ts';

/** What administrators see of the service itself. */
export const healthOperations = (
  { SMTP_URL, SMS_URL }: Pick<Config, 'SMTP_URL' | 'SMS_URL'>,
  kind: Database['kind'],
): Operation[] => [
  operation(getServiceStatus, ({ db }) =>
    findHealth({ db, kind, hasMails: SMTP_URL !== undefined, hasTexts: SMS_URL !== undefined }),
  ),
];
