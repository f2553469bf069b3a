import { Button, TextInput } from '@mantine/core';
import { useId, useState, type KeyboardEvent } from 'react';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './rich-text-field.module.css';

type Props = {
  label: PhraseKey;
  submit: PhraseKey;
  initial: string;
  /** Why what was typed can't be taken. */
  judge?: (text: string) => PhraseKey | undefined;
  onAnswer: (text: string) => void;
  onCancel: () => void;
  /** Takes away what is there. */
  remove?: { label: PhraseKey; run: () => void } | undefined;
};

/** One question about the place where the cursor is, below the tools. It is no form: it stands inside of one. */
export function RichTextAsk({ label, submit, initial, judge, onAnswer, onCancel, remove }: Props) {
  const say = useSay();
  const id = useId();
  const [text, setText] = useState(initial);
  const [refusal, setRefusal] = useState<PhraseKey>();
  const answer = () => {
    const found = judge?.(text);
    setRefusal(found);
    if (!found) onAnswer(text.trim());
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    // Enter would send the form around it.
    else if (event.key === 'Enter') answer();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={css.ask}>
      <TextInput
        id={id}
        className={css.answer}
        label={say(label)}
        error={refusal && say(refusal)}
        value={text}
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div className={css.askButtons}>
        {remove && (
          <Button variant="default" onClick={remove.run}>
            {say(remove.label)}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {say('action.cancel')}
        </Button>
        <Button variant="light" onClick={answer}>
          {say(submit)}
        </Button>
      </div>
    </div>
  );
}
