import { Button } from '@mantine/core';
import { IconMasksTheater } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { deleteRehearsal } from '#contract/rehearsal.ts';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './rehearsal.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

/** The text of a rehearsal's banner, with its actions. */
export default function RehearsalWords({ rehearsed }: { rehearsed: string }) {
  const say = useSay();
  const { act: remove, isPending } = useDeleteRehearsal(rehearsed);
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
        <ReasonButton variant="default" size="xs" loading={isPending} onClick={() => remove()}>
          {say('rehearsal.delete')}
        </ReasonButton>
      </div>
    </section>
  );
}

/** Returns the action that deletes a rehearsal after a confirmation and then opens the auction that was rehearsed. */
function useDeleteRehearsal(rehearsed: string) {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useAction({
    question: () => ({
      title: 'rehearsal.deleteTitle',
      text: 'rehearsal.deleteText',
      yes: 'rehearsal.delete',
      isDangerous: true,
    }),
    send: () => api(deleteRehearsal, { params: { id: rehearsed } }),
    done: () => say('rehearsal.deleted'),
    onDone: async () => {
      void queryClient.invalidateQueries({ queryKey: ['auction', 'admin', rehearsed] });
      await navigate({ to: paths.updateAuction(rehearsed), replace: true });
    },
  });
}
