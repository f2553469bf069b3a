import { useQueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * Returns a function that takes the answer to a change, and stores the list in it. If the change is refused, refetches
 * the list, because somebody else may have changed it.
 */
export function useStoreList<List>({ queryKey }: { readonly queryKey: QueryKey }) {
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
