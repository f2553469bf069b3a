import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { candidateKey, isTaken, type ChosenBuyer, type LeftLine } from '#web/bidder/chosen-buyers.ts';
import type { PastedList } from '#web/bidder/use-pasted-list.ts';
import { FormError } from '#web/design/form-error.tsx';
import { SelectField } from '#web/design/select-field.tsx';
import { TextAreaField } from '#web/design/text-field.tsx';
import { useSay } from '#web/platform/phrase.ts';
import css from './paste-box.module.css';

type Props = { list: PastedList; chosen: readonly ChosenBuyer[] };

const ROWS = 6;
/** What is wrong with a list is said line by line. */
const UNJUDGED = { onBlur: () => {}, refusal: undefined };

/** Names pasted from a mail or a spreadsheet, and what could not be made of them. */
export function PasteBox({ list, chosen }: Props) {
  const say = useSay();
  const { text, change, check, isPending, error, checked, isUnchecked } = list;
  return (
    <div className={css.box}>
      <TextAreaField
        label="bidder.pasted"
        help="bidder.pastedHelp"
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
                <Left key={`${at} ${line.text}`} line={line} list={list} chosen={chosen} />
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

function Left({ line, list, chosen }: Props & { line: LeftLine }) {
  const say = useSay();
  const open = line.candidates.filter((candidate) => !isTaken(chosen, candidate));
  const isChoice = line.finding === 'ambiguous' && open.length > 0;
  return (
    <li className={css.line}>
      <span className={css.name}>{line.name}</span>
      {isChoice ? (
        <div role="group" aria-label={line.name}>
          <SelectField
            label="bidder.finding.ambiguous"
            placeholder="bidder.whichOne"
            value={null}
            choices={open.map((one) => ({
              value: candidateKey(one),
              label: `${one.username} · ${one.businessAccount}`,
            }))}
            onChange={(key) => {
              const candidate = open.find((one) => candidateKey(one) === key);
              if (candidate) list.choose(line, candidate);
            }}
            {...UNJUDGED}
          />
        </div>
      ) : (
        <span className={css.why}>
          {say(`bidder.finding.${line.finding === 'ambiguous' ? 'repeated' : line.finding}`)}
        </span>
      )}
    </li>
  );
}
