import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import type { EditorTab } from '#web/auction-editor/editor-tab.ts';
import { paths } from '#web/paths.ts';
import { useSay, type PhraseKey, type PhraseParams } from '#web/platform/phrases/phrase.ts';
import css from './next-steps-panel.module.css';

type Props = {
  auction: Auction;
  isDirty: boolean;
  onTab: (tab: EditorTab) => void;
  /** The step that is done on the current page. It gets no link. */
  here?: NextStep['id'];
};

/** Lists the finished and the missing steps, each with a link. The first missing step is highlighted. */
export function NextStepsPanel({ auction, isDirty, onTab, here }: Props) {
  const say = useSay();
  const steps = nextSteps(auction, isDirty);
  const missing = steps.find(({ isDone }) => !isDone);
  return (
    <StepsPanel
      title="auction.nextSteps"
      note={!missing && <p className={css.ready}>{say(auction.isDraft ? 'draft.ready' : 'auction.nextReady')}</p>}
    >
      {steps.map((step) => (
        <Step key={step.id} isDone={step.isDone} text={say(step.text, step.params)}>
          {step.id !== here && (
            <StepButton step={step} auctionId={auction.id} isNext={step === missing} onTab={onTab} />
          )}
        </Step>
      ))}
    </StepsPanel>
  );
}

type ButtonProps = { step: NextStep; auctionId: string; isNext: boolean; onTab: (tab: EditorTab) => void };

/** Shows the button of a step. The next step's button is emphasized. */
function StepButton({ step: { id, action }, auctionId, isNext, onTab }: ButtonProps) {
  const say = useSay();
  const looks = { size: 'xs', variant: isNext ? 'filled' : 'default' } as const;
  if (!action) return null;
  return id === 'bidders' ? (
    <Button {...looks} component={Link} to={paths.addBidders(auctionId)}>
      {say(action)}
    </Button>
  ) : (
    <Button {...looks} onClick={() => onTab(id)}>
      {say(action)}
    </Button>
  );
}

type PanelProps = { title: PhraseKey; note?: ReactNode; children: ReactNode };

/** A list of steps, in the order in which people take them. */
export function StepsPanel({ title, note, children }: PanelProps) {
  const say = useSay();
  const id = useId();
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h2 className={css.title} id={id}>
        {say(title)}
      </h2>
      <ol className={css.steps}>{children}</ol>
      {note}
    </section>
  );
}

/** One step with its link. */
export function Step({ isDone, text, children }: { isDone: boolean; text: string; children: ReactNode }) {
  const say = useSay();
  const Picture = isDone ? IconCircleCheck : IconCircleDashed;
  return (
    <li className={css.step} data-done={isDone || undefined}>
      <Picture size={18} className={css.icon} aria-hidden />
      <span className={css.text}>
        <span className="visually-hidden">{say(isDone ? 'auction.done' : 'auction.missing')}: </span>
        {text}
      </span>
      {children}
    </li>
  );
}

/** A step that an auction needs before its start. */
type NextStep = {
  readonly id: 'settings' | 'items' | 'bidders';
  readonly isDone: boolean;
  readonly text: PhraseKey;
  readonly params?: PhraseParams;
  readonly action?: PhraseKey | undefined;
};

type Prepared = Pick<Auction, 'isPrivate' | 'items' | 'totalQuantity' | 'bidderCount'>;

/** Returns the steps that an auction needs before its start, done or not. */
export function nextSteps(auction: Prepared, isDirty: boolean): readonly NextStep[] {
  const bidders = auction.bidderCount ?? 0;
  const items = auction.items.length;
  return [
    isDirty
      ? { id: 'settings', isDone: false, text: 'auction.nextSettingsUnsaved', action: 'auction.showSettings' }
      : { id: 'settings', isDone: true, text: 'auction.nextSettings' },
    items > 0
      ? {
          id: 'items',
          isDone: true,
          text: 'auction.nextItemsThere',
          params: { count: items, quantity: auction.totalQuantity },
          action: 'auction.showItems',
        }
      : { id: 'items', isDone: false, text: 'auction.nextItemsMissing', action: 'auction.addItems' },
    biddersStep(auction.isPrivate, bidders),
  ];
}

/** Returns the step that adds bidders. A public auction needs no added bidders, because bidders register themselves. */
function biddersStep(isPrivate: boolean, count: number): NextStep {
  const id = 'bidders';
  const params = { count };
  if (!isPrivate)
    return { id, isDone: true, text: 'auction.nextBiddersPublic', params, action: 'auction.manageBidders' };
  return count > 0
    ? { id, isDone: true, text: 'auction.nextBiddersThere', params, action: 'auction.manageBidders' }
    : { id, isDone: false, text: 'auction.nextBiddersMissing', action: 'auction.addBidders' };
}
