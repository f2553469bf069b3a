import { useState, type ComponentProps, type ReactNode } from 'react';
import { Checkbox, Skeleton, TextInput, Button } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconListCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RemainingLineView, PastedList } from '#web/bidder/pasted-list.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { NamesFileButton } from '#web/import/names-file-button.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { type ApiError, asApiError } from '#web/platform/calls/api-error.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import candidateCss from './candidate-list.module.css';
import pasteCss from './paste-box.module.css';

/** The ways to choose: by search, or from a pasted list. */
const WAYS = ['bySearch', 'byPasting'] as const;
type Way = (typeof WAYS)[number];

type Props<Candidate, Left extends { readonly text: string }> = {
  title: PhraseKey;
  paste: ComponentProps<typeof PasteBox<Left>>;
  search: ComponentProps<typeof CandidateList<Candidate>>;
  hasChosen: boolean;
  /** Sends the chosen candidates. The dialog calls this function only if the box contains no unchecked text. */
  onSend: () => void;
  error: ApiError | null;
  isPending: boolean;
  onClose: () => void;
  /** The list of chosen candidates. */
  children: ReactNode;
};

/**
 * A dialog to choose any number of people or companies, by search or from a pasted list. The chosen candidates can be
 * sent even if some pasted lines name nobody. Those lines stay in the box, and the dialog stays open.
 */
export function ChoosingDialog<Candidate, Left extends { readonly text: string }>(props: Props<Candidate, Left>) {
  const { title, paste, search, hasChosen, onSend, error, isPending, onClose, children } = props;
  const say = useSay();
  const [way, setWay] = useState<Way>('bySearch');
  const { list } = paste;
  return (
    <FormDialog
      title={title}
      submit={title}
      isOpen
      onClose={onClose}
      // Pasted text is checked before anything is sent, because the text may name more candidates.
      onSubmit={list.isUnchecked ? list.check : onSend}
      error={error}
      isPending={isPending || list.isPending}
      isDirty={hasChosen || list.text.trim() !== ''}
      size="lg"
    >
      <div>
        <Segments
          label={say('bidder.way')}
          segments={WAYS.map((value) => ({ value, label: say(`bidder.${value}`) }))}
          value={way}
          onChange={setWay}
        />
      </div>
      {way === 'byPasting' ? <PasteBox {...paste} /> : <CandidateList {...search} />}
      {children}
    </FormDialog>
  );
}

/** Milliseconds without typing after which the search starts. */
const PAUSE_MS = 250;
/** The maximum number of search results shown. */
const CANDIDATES_SHOWN = 25;
const SKELETONS = [1, 2, 3, 4];

/** A candidate in the list of search results. */
export type CandidateView = {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly isChosen: boolean;
  /** True if the candidate cannot be chosen, because it conflicts with a chosen candidate. */
  readonly isOff: boolean;
};

/** The search that finds candidates, and how they are shown. */
type CandidateProps<Candidate> = {
  search: PhraseKey;
  /** The query key of the search. */
  name: readonly unknown[];
  find: (
    query: { search: string; limit: number; currentPage: number },
    signal: AbortSignal,
  ) => Promise<{ readonly items: readonly Candidate[]; readonly total: number }>;
  show: (candidate: Candidate) => CandidateView;
  onToggle: (candidate: Candidate) => void;
};

/** Shows the candidates that match the typed search. Chosen candidates stay chosen when the search changes. */
function CandidateList<Candidate>({ search: label, name, find, show, onToggle }: CandidateProps<Candidate>) {
  const say = useSay();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...name, search],
    queryFn: ({ signal }) => find({ search, limit: CANDIDATES_SHOWN, currentPage: 1 }, signal),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const more = (data?.total ?? 0) - (data?.items.length ?? 0);
  return (
    <div>
      <TextInput
        type="search"
        label={say(label)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        leftSection={<IconSearch size={16} aria-hidden />}
        data-autofocus
      />
      <div
        className={candidateCss.frame}
        role="group"
        aria-label={say('bidder.candidates')}
        data-stale={isPlaceholderData}
      >
        {error && !data ? (
          <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />
        ) : !data ? (
          SKELETONS.map((at) => <Skeleton key={at} height={16} m={12} />)
        ) : data.items.length === 0 ? (
          <p className={candidateCss.none}>{say(search ? 'bidder.noCandidatesFound' : 'bidder.noCandidates')}</p>
        ) : (
          data.items.map((one) => <Line key={show(one).key} shown={show(one)} onToggle={() => onToggle(one)} />)
        )}
      </div>
      {more > 0 && <p className={candidateCss.more}>{say('bidder.moreCandidates', { more })}</p>}
    </div>
  );
}

const Line = ({ shown, onToggle }: { shown: CandidateView; onToggle: () => void }) => (
  <Checkbox
    className={candidateCss.line}
    label={shown.name}
    description={shown.note}
    checked={shown.isChosen}
    disabled={shown.isOff}
    onChange={onToggle}
  />
);

/** The box for a pasted list, and how its remaining lines are shown. */
type PasteProps<Left extends { readonly text: string }> = {
  /** Explains what may be pasted. */
  help: PhraseKey;
  /** The kind of files that may fill the box. */
  file: 'bidders' | 'buyers';
  list: PastedList<Left>;
  show: (line: Left) => RemainingLineView;
  onChoose: (line: Left, value: string) => void;
};

const ROWS = 6;
/** Field properties without an error. The box for pasted lists shows errors below the field, line by line. */
const UNJUDGED = { onBlur: () => {}, refusal: undefined };

/** A box for names pasted from an email or a spreadsheet, and the lines that could not be matched. */
function PasteBox<Left extends { readonly text: string }>({ help, file, list, show, onChoose }: PasteProps<Left>) {
  const say = useSay();
  const { text, change, check, isPending, error, checked, isUnchecked } = list;
  return (
    <div className={pasteCss.box}>
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
      <NamesFileButton kind={file} isDisabled={isPending} onText={change} />
      <Button
        variant="default"
        className={pasteCss.check}
        leftSection={<IconListCheck size={16} aria-hidden />}
        disabled={!isUnchecked}
        loading={isPending}
        onClick={check}
      >
        {say('bidder.check')}
      </Button>
      <FormError error={error} />
      <div role="status">
        {checked && <p className={pasteCss.found}>{say('bidder.pastedFound', { count: checked.foundCount })}</p>}
        {checked && checked.left.length > 0 && (
          <>
            <p className={pasteCss.left}>{say('bidder.pastedLeft', { count: checked.left.length })}</p>
            <ul className={pasteCss.lines}>
              {checked.left.map((line, at) => (
                <RemainingLineItem
                  key={`${at} ${line.text}`}
                  shown={show(line)}
                  onChoose={(value) => onChoose(line, value)}
                />
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

/** Shows a line that could not be used, with the reason and the candidates to choose from. */
function RemainingLineItem({ shown, onChoose }: { shown: RemainingLineView; onChoose: (value: string) => void }) {
  const say = useSay();
  const { name, why, choices } = shown;
  return (
    <li className={pasteCss.line}>
      <span className={pasteCss.name}>{name}</span>
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
        <span className={pasteCss.why}>{say(why)}</span>
      )}
    </li>
  );
}
