import type { PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { PhraseParams } from '#web/platform/phrases/phrase.ts';
import { Button, Group, Text } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Text.layer.css';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Shows a question with two answers. The safe answer has the focus. */
export default function ConfirmDialog({ asked }: { asked: OpenQuestion }) {
  const say = useSay();
  const { title, text, params, yes, no = 'action.cancel', isDangerous, answer } = asked;
  return (
    <Dialog title={say(title, params)} isOpen onClose={() => answer(false)} size="sm">
      <Text mb="lg">{say(text, params)}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => answer(false)} data-autofocus>
          {say(no)}
        </Button>
        <Button onClick={() => answer(true)} {...(isDangerous && { color: 'red.8' })}>
          {say(yes)}
        </Button>
      </Group>
    </Dialog>
  );
}

/** A question on screen, and the function that takes its answer. */
export type OpenQuestion = ConfirmQuestion & { id: number; answer: (isYes: boolean) => void };

/** The texts of a question that must be confirmed. */
export type ConfirmQuestion = {
  title: PhraseKey;
  text: PhraseKey;
  params?: PhraseParams;
  yes: PhraseKey;
  /** The label of the dismiss button, if “Cancel” could be read as the action itself. */
  no?: PhraseKey;
  isDangerous?: boolean;
};
