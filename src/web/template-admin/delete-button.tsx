import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteTemplate, type Template } from '#contract/template.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

/** Deletes a document that is not in use; the server refuses one that somebody accepted. */
export function DeleteButton({ template: { id, documentName: name, isInUse } }: { template: Template }) {
  const say = useSay();
  const textOf = useErrorText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { run, isPending } = useChange({
    send: () => api(deleteTemplate, { params: { id } }),
    onDone: async () => {
      void queryClient.invalidateQueries({ queryKey: ['templates'] });
      toast('good', say('template.deleted', { name }));
      // What was typed belongs to a document that is gone: nothing to ask.
      await navigate({ to: paths.templates, replace: true, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: ['template', id] });
    },
    onRefused: (error) => toast('bad', textOf(error)),
  });
  const ask = async () => {
    const question = { title: 'template.deleteTitle', text: 'template.deleteText', yes: 'template.delete' } as const;
    if (await confirm({ ...question, params: { name }, isDangerous: true })) run();
  };
  return (
    <ReasonButton
      variant="default"
      isDangerous
      loading={isPending}
      reason={isInUse ? 'error.template_in_use' : undefined}
      onClick={() => void ask()}
      leftSection={<IconTrash size={16} aria-hidden />}
    >
      {say('template.delete')}
    </ReasonButton>
  );
}
