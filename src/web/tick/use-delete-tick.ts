import { useQueryClient } from '@tanstack/react-query';
import { deleteTickSize, type TickSize } from '#contract/tick.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

/** Returns a function that asks, then deletes a tick size that no auction uses. */
export function useDeleteTick(): (tick: TickSize) => Promise<void> {
  const say = useSay();
  const textOf = useErrorText();
  const queryClient = useQueryClient();
  const reload = () => void queryClient.invalidateQueries({ queryKey: ['tick-sizes'] });
  const { run } = useChange({
    send: async (tick: TickSize) => {
      await api(deleteTickSize, { params: { id: tick.id } });
      return tick;
    },
    onDone: ({ name }) => {
      reload();
      toast('good', say('tick.deleted', { name }));
    },
    onRefused: (error) => {
      reload();
      toast('bad', textOf(error));
    },
  });
  return async (tick) => {
    const question = { title: 'tick.deleteTitle', text: 'tick.deleteText', yes: 'action.delete' } as const;
    if (await confirm({ ...question, params: { name: tick.name }, isDangerous: true })) run(tick);
  };
}
