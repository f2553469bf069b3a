import { useQueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * Returns a function that waits for a change and stores the list with which the server answers. If the change is
 * refused, the function refetches the list, because somebody else may have changed it.
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
