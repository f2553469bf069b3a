import { Button } from '@mantine/core';
import { IconMasksTheater } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { deleteRehearsal } from '#contract/rehearsal.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import css from './rehearsal.module.css';

/** What a rehearsal says of itself, and the ways out of it. */
export default function RehearsalWords({ rehearsed }: { rehearsed: string }) {
  const say = useSay();
  const { ask, isPending } = useDeleteRehearsal(rehearsed);
  return (
    <section className={css.banner} aria-label={say('rehearsal.mark')}>
      <IconMasksTheater size={26} aria-hidden />
      <div className={css.words}>
        <strong>{say('rehearsal.mark')}</strong>
        <p>{say('rehearsal.explained')}</p>
      </div>
      <div className={css.ways}>
        <Button variant="default" size="xs" component={Link} to={paths.updateAuction(rehearsed)}>
          {say('rehearsal.toAuction')}
        </Button>
        <Button variant="default" size="xs" loading={isPending} onClick={() => void ask()}>
          {say('rehearsal.delete')}
        </Button>
      </div>
    </section>
  );
}

function useDeleteRehearsal(rehearsed: string) {
  const say = useSay();
  const textOf = useErrorText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { run, isPending } = useChange({
    send: () => api(deleteRehearsal, { params: { id: rehearsed } }),
    onDone: async () => {
      void queryClient.invalidateQueries({ queryKey: ['auction', 'admin', rehearsed] });
      toast('good', say('rehearsal.deleted'));
      await navigate({ to: paths.updateAuction(rehearsed), replace: true });
    },
    onRefused: (error) => toast('bad', textOf(error)),
  });
  const ask = async () => {
    const sure = { title: 'rehearsal.deleteTitle', text: 'rehearsal.deleteText', yes: 'rehearsal.delete' } as const;
    if (await confirm({ ...sure, isDangerous: true })) run();
  };
  return { ask, isPending };
}
