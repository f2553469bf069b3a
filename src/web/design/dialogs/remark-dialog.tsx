import { Text } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import { judgeRemark } from '#domain/basics/text.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useSay, type PhraseKey, type PhraseParams } from '#web/platform/phrases/phrase.ts';

/** The texts of a dialog that asks for a remark. */
export type RemarkWords = {
  readonly title: PhraseKey;
  /** Explains the consequences of the step. */
  readonly text: PhraseKey;
  /** Says who will read the remark. */
  readonly help: PhraseKey;
  readonly submit: PhraseKey;
  readonly isRequired: boolean;
  readonly isDangerous?: boolean;
};

type Props<Reply> = {
  words: RemarkWords;
  /** Parameters of `words.text`, such as a company or an order. */
  params: PhraseParams;
  send: (remarkContent: string) => Promise<Reply>;
  onDone: (reply: Reply) => void;
  /**
   * Called if the server refused the step, for example because somebody else was faster. The dialog keeps the typed
   * text.
   */
  onRefused?: (error: ApiError) => void;
  onClose: () => void;
};

/** A dialog for an administrator's step with a remark. */
export function RemarkDialog<Reply>({ words, params, send, onDone, onRefused, onClose }: Props<Reply>) {
  const say = useSay();
  const form = useForm(
    { remarkContent: '' },
    ({ remarkContent }) => ({
      remarkContent: judgeRemark(remarkContent, words.isRequired),
    }),
    { keptAs: words.title },
  );
  const { dialog } = useDialogForm(form, {
    send: () => send(form.values.remarkContent.trim()),
    onDone,
    onRefused,
    onClose,
  });
  return (
    <FormDialog title={words.title} submit={words.submit} isDangerous={words.isDangerous ?? false} {...dialog}>
      <Text style={{ overflowWrap: 'anywhere' }}>{say(words.text, params)}</Text>
      <TextAreaField
        {...form.field('remarkContent')}
        label="registration.remark"
        help={words.help}
        isRequired={words.isRequired}
        rows={4}
        autoFocus
      />
    </FormDialog>
  );
}
