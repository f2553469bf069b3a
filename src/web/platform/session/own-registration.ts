import { queryOptions } from '@tanstack/react-query';
import { getOwnRegistration, type OwnRegistration } from '#contract/company/registration.ts';
import { api } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';

/**
 * Reads the caller's latest company registration; null if the caller never sent one. The screens that use this query
 * show its errors (docs/rules.md#unauthorized-answers).
 */
export const registrationQuery = queryOptions({
  queryKey: ['own-registration'] as const,
  queryFn: async ({ signal }): Promise<OwnRegistration | null> => {
    try {
      return await api(getOwnRegistration, { signal });
    } catch (thrown) {
      if (asApiError(thrown).code === 'registration_not_found') return null;
      throw thrown;
    }
  },
  meta: { silent: true },
});
