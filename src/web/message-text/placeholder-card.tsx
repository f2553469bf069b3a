import type { MessageText } from '#contract/message-text.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { env } from '#web/platform/page/env.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { partLabel } from '#web/message-text/text-fields.tsx';
import css from './message-text.module.css';

/** The placeholders of each part, with examples. */
export function PlaceholderCard({ message }: { message: MessageText }) {
  const say = useSay();
  const exampleOf = (name: string): string =>
    name === 'brand' ? env().brand.name : say(`messageText.exampleValue.${name}` as PhraseKey);
  return (
    <Card title="messageText.placeholders">
      {message.parts.map(({ part, rules: { placeholders } }) => (
        <div key={part} className={css.part}>
          <h3>{say(partLabel(part))}</h3>
          <ul>
            {placeholders.map(({ name, isRequired }) => (
              <li key={name}>
                <code>{`{${name}}`}</code> {isRequired && <strong>{say('messageText.required')}</strong>}{' '}
                <small>{say('messageText.exampleIs', { example: exampleOf(name) })}</small>
              </li>
            ))}
          </ul>
          {placeholders.length === 0 && '–'}
        </div>
      ))}
    </Card>
  );
}
