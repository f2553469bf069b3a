import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import type { LeftShown, PastedList } from '#web/bidder/pasted-list.ts';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './paste-box.module.css';

type Props<Left extends { readonly text: string }> = {
  /** What may be pasted. */
  help: PhraseKey;
  list: PastedList<Left>;
  show: (line: Left) => LeftShown;
  onChoose: (line: Left, value: string) => void;
};

const ROWS = 6;
/** What is wrong with a list is said line by line. */
const UNJUDGED = { onBlur: () => {}, refusal: undefined };

/** Names pasted from a mail or a spreadsheet, and what could not be made of them. */
export function PasteBox<Left extends { readonly text: string }>({ help, list, show, onChoose }: Props<Left>) {
  const say = useSay();
  const { text, change, check, isPending, error, checked, isUnchecked } = list;
  return (
    <div className={css.box}>
      <TextAreaField
        label="bidder.pasted"
        help={help}
        value={text}
        onChange={change}
        rows={ROWS}
        {...UNJUDGED}
        isDisabled={isPending}
        autoFocus
      />
      <Button
        variant="default"
        className={css.check}
        leftSection={<IconListCheck size={16} aria-hidden />}
        disabled={!isUnchecked}
        loading={isPending}
        onClick={check}
      >
        {say('bidder.check')}
      </Button>
      <FormError error={error} />
      <div role="status">
        {checked && <p className={css.found}>{say('bidder.pastedFound', { count: checked.foundCount })}</p>}
        {checked && checked.left.length > 0 && (
          <>
            <p className={css.left}>{say('bidder.pastedLeft', { count: checked.left.length })}</p>
            <ul className={css.lines}>
              {checked.left.map((line, at) => (
                <Left key={`${at} ${line.text}`} shown={show(line)} onChoose={(value) => onChoose(line, value)} />
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

function Left({ shown, onChoose }: { shown: LeftShown; onChoose: (value: string) => void }) {
  const say = useSay();
  const { name, why, choices } = shown;
  return (
    <li className={css.line}>
      <span className={css.name}>{name}</span>
      {choices.length > 0 ? (
        <div role="group" aria-label={name}>
          <SelectField
            label={why}
            placeholder="bidder.whichOne"
            value={null}
            choices={choices}
            onChange={(value) => value !== null && onChoose(value)}
            {...UNJUDGED}
          />
        </div>
      ) : (
        <span className={css.why}>{say(why)}</span>
      )}
    </li>
  );
}
