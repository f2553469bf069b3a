import { queryOptions } from '@tanstack/react-query';
import { listAcceptances } from '#contract/template-acceptance.ts';
import { getTemplateContent, getTemplateContentAsAdmin, type ReadDocument } from '#contract/template.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import type { Language } from '#domain/basics/language.ts';
import type { Role } from '#web/platform/session/session.ts';

/** The start of all query keys of documents, to refetch them together. */
export const TEMPLATES_KEY = ['templates'] as const;

/**
 * Returns the documents; an empty list if there are none. A missing document is a valid answer, so no error is shown
 * (docs/rules.md#unauthorized-answers).
 */
async function orNone(asked: Promise<ReadDocument[]>): Promise<readonly ReadDocument[]> {
  try {
    return await asked;
  } catch (thrown) {
    if (asApiError(thrown).code === 'template_not_found') return [];
    throw thrown;
  }
}

/**
 * Reads the policy in force. Its text is in the reader's language if possible, else in the other language. Null if no
 * policy is in force.
 */
export const policyQuery = (templateType: ReadDocument['templateType'], language: Language) =>
  queryOptions({
    queryKey: [...TEMPLATES_KEY, templateType, language],
    queryFn: async ({ signal }) =>
      (await orNone(api(getTemplateContent, { query: { templateType }, signal }))).at(0) ?? null,
    meta: { silent: true },
  });

/** Reads the user guides for a role in a language. */
export const guidesQuery = (role: Role, language: Language) =>
  queryOptions({
    queryKey: [...TEMPLATES_KEY, 'UserGuide', role, language],
    queryFn: ({ signal }) =>
      orNone(
        api(role === 'admin' ? getTemplateContentAsAdmin : getTemplateContent, {
          query: { templateType: 'UserGuide' },
          signal,
        }),
      ),
    meta: { silent: true },
  });

/** Reads the policies that the person accepted, and those to accept before entering an auction. */
export const acceptancesQuery = readQuery([...TEMPLATES_KEY, 'acceptances'], listAcceptances, {});
