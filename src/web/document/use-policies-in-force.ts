import { useQueries } from '@tanstack/react-query';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';
import { useLanguage } from '#web/platform/phrases/phrase.ts';
import { policyQuery } from '#web/document/template-queries.ts';
import type { AskedPolicy } from '#web/document/use-agreement.ts';

const POLICIES = ['TermsAndConditions', 'Privacy'] as const;

type PoliciesInForce = {
  /** Undefined until it is known which there are. */
  readonly policies: readonly AskedPolicy[] | undefined;
  readonly error: ApiError | undefined;
  retry(this: void): void;
};

/** The terms and the privacy policy, as far as there are any. */
export function usePoliciesInForce(): PoliciesInForce {
  const language = useLanguage();
  const found = useQueries({ queries: POLICIES.map((templateType) => policyQuery(templateType, language)) });
  const failed = found.find(({ error, data }) => error && data === undefined);
  const documents = found.map(({ data }) => data);
  return {
    policies: documents.includes(undefined) ? undefined : documents.flatMap((one) => one ?? []),
    error: failed && asApiError(failed.error),
    retry: () => found.forEach(({ error, refetch }) => error && void refetch()),
  };
}
