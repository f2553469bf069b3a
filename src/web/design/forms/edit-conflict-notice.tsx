import { Button, Group } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { confirmDiscard } from '#web/design/dialogs/confirm.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type ChangedField = {
  readonly label: PhraseKey;
  /** Puts the saved value into the form. Undefined if this person did not change the field. */
  readonly onTake: (() => void) | undefined;
  /** True if the form has the saved value. */
  readonly isTaken: boolean;
};

type Props = {
  /** Called if the person keeps the typed input. The next save may then overwrite the saved version. */
  onKeep: () => void;
  onDrop: () => void;
  /** Names the author of the saved changes and the changes themselves, if they are known. */
  text?: ReactNode;
  /** The fields that the saved version changed, if the form can merge. */
  fields?: readonly ChangedField[];
  /** A button that shows the saved version. */
  look?: ReactNode;
};

/**
 * Shown if somebody else, or the same person in another tab, saved during typing. The person decides which version is
 * kept.
 */
export default function EditConflictNotice({ onKeep, onDrop, text, fields, look }: Props) {
  const say = useSay();
  const drop = async () => {
    if (await confirmDiscard()) onDrop();
  };
  return (
    <Notice tone="warn" icon={IconUsers} title="shell.overtaken">
      <p>{text ?? say(fields ? 'shell.overtakenFields' : 'shell.overtakenText')}</p>
      {fields && <ChangedFields fields={fields} />}
      <Group gap="xs" mt="sm">
        {look}
        <Button variant="default" onClick={onKeep}>
          {say('shell.keepMine')}
        </Button>
        <Button variant="default" onClick={() => void drop()}>
          {say('shell.takeTheirs')}
        </Button>
      </Group>
    </Notice>
  );
}

/** The fields that somebody else changed. A field that both people changed has a button that takes the saved value. */
function ChangedFields({ fields }: { fields: readonly ChangedField[] }) {
  const say = useSay();
  return (
    <ul>
      {fields.map(({ label, onTake, isTaken }) => (
        <li key={label}>
          {say(label)}
          {onTake && !isTaken && (
            <>
              {` – ${say('shell.bothChanged')} `}
              <Button variant="default" size="compact-sm" onClick={onTake}>
                {say('shell.takeTheirsOf', { field: say(label) })}
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
