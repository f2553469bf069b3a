import { useQuery, useQueryClient } from '@tanstack/react-query';
import { acceptTemplates } from '#contract/template-acceptance.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { acceptancesQuery, TEMPLATES_KEY } from '#web/document/template-queries.ts';
import { useAgreement, type Agreement } from '#web/document/use-agreement.ts';

/** Sends the person's agreements, then runs an action that requires accepted terms. */
export type WithAcceptance = <Reply>(act: () => Promise<Reply>) => Promise<Reply>;

/**
 * Returns the person's agreement to terms that are newer than the accepted ones. An auction can be entered only with
 * this agreement. Also returns the function that sends the agreement.
 */
export function useTermsToAccept(): { agreement: Agreement; withAcceptance: WithAcceptance } {
  const queryClient = useQueryClient();
  const { data } = useQuery(acceptancesQuery);
  const agreement = useAgreement(data?.toAccept ?? []);
  const { accepted, forget } = agreement;
  return {
    agreement,
    async withAcceptance(act) {
      try {
        if (accepted.length > 0) {
          const acceptances = await api(acceptTemplates, { body: { templates: [...accepted] } });
          queryClient.setQueryData(acceptancesQuery.queryKey, acceptances);
        }
        return await act();
      } catch (thrown) {
        const { code } = asApiError(thrown);
        if (code === 'template_not_in_force' || code === 'template_not_accepted') {
          // The terms have changed since they were read, or since the list was loaded.
          forget();
          await queryClient.invalidateQueries({ queryKey: TEMPLATES_KEY });
        }
        throw thrown;
      }
    },
  };
}
