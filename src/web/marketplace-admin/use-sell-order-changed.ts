import { useQueryClient } from '@tanstack/react-query';

/** After a change: everything that shows sell orders, or what was ordered from them, asks for it anew. */
export function useSellOrderChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ['sell-orders'] });
    void queryClient.invalidateQueries({ queryKey: ['buy-orders'] });
    await queryClient.invalidateQueries({ queryKey: ['sell-order'] });
  };
}
