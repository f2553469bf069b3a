import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { getTemplate, getTemplateVersion, listTemplateVersions, type Template } from '#contract/template.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';

const VERSIONS_A_PAGE = 25;

/** Reads the newest version of a document. */
export const templateQuery = (id: string) => readQuery(['template', id], getTemplate, { params: { id } });

/** Reads the versions of a document, newest first. Older pages are loaded on demand. */
export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['template', id, 'versions'],
    queryFn: ({ pageParam, signal }) =>
      api(listTemplateVersions, {
        params: { id },
        query: { currentPage: pageParam, limit: VERSIONS_A_PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total, currentPage, limit }) => (currentPage * limit < total ? currentPage + 1 : undefined),
    meta: { silent: true },
  });

/** Reads one version of a document as it was saved. */
export const versionQuery = (id: string, version: number) =>
  readQuery(['template', id, 'versions', version], getTemplateVersion, { params: { id, version } });

/**
 * Returns a function to call after saving. It stores the saved document, and refetches the lists and the readers'
 * documents.
 */
export function useTemplateSaved(): (saved: Template) => void {
  const queryClient = useQueryClient();
  return (saved) => {
    queryClient.setQueryData(templateQuery(saved.id).queryKey, saved);
    void queryClient.invalidateQueries({ queryKey: ['templates'] });
    void queryClient.invalidateQueries({ queryKey: ['template', saved.id, 'versions'] });
    void queryClient.invalidateQueries({ queryKey: ['template-content'] });
  };
}
