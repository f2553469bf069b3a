import { apiKeyOperations, type SessionEnds } from '#server/automation/api-key-operations.ts';
import { webhookOperations, type Seal } from '#server/automation/webhook-operations.ts';
import type { Operation } from '#server/platform/http/operation.ts';

/** What a company's owners arrange for its own programs. */
export const automationOperations = (ends: SessionEnds, secret: Seal): Operation[] => [
  ...apiKeyOperations(ends),
  ...webhookOperations(secret),
];
