import { useQueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * Takes the list with which a change answers, as it is then. A refusal reads the list again: somebody else may have
 * changed it.
 */
export function useTakeList<List>({ queryKey }: { readonly queryKey: QueryKey }) {
  const queryClient = useQueryClient();
  return async (change: List | Promise<List>): Promise<void> => {
    try {
      queryClient.setQueryData<List>(queryKey, await change);
    } catch (thrown) {
      void queryClient.invalidateQueries({ queryKey });
      throw thrown;
    }
  };
}
