import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import type { EditorTab } from '#web/auction-editor/editor-tab.ts';
import { nextSteps, type NextStep } from '#web/auction-editor/next-steps.ts';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './next-steps-panel.module.css';

type Props = {
  auction: Auction;
  isDirty: boolean;
  onTab: (tab: EditorTab) => void;
  /** The step that this page is about needs no way to it. */
  here?: NextStep['id'];
};

/** What is done and what is still missing, each with the way to it; the first missing step stands out. */
export function NextStepsPanel({ auction, isDirty, onTab, here }: Props) {
  const say = useSay();
  const id = useId();
  const steps = nextSteps(auction, isDirty);
  const missing = steps.find(({ isDone }) => !isDone);
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h2 className={css.title} id={id}>
        {say('auction.nextSteps')}
      </h2>
      <ol className={css.steps}>
        {steps.map((step) => (
          <Step
            key={step.id}
            step={step.id === here ? { ...step, action: undefined } : step}
            auctionId={auction.id}
            isNext={step === missing}
            onTab={onTab}
          />
        ))}
      </ol>
      {!missing && <p className={css.ready}>{say(auction.isDraft ? 'draft.ready' : 'auction.nextReady')}</p>}
    </section>
  );
}

type StepProps = { step: NextStep; auctionId: string; isNext: boolean; onTab: (tab: EditorTab) => void };

function Step({ step, auctionId, isNext, onTab }: StepProps) {
  const say = useSay();
  const Picture = step.isDone ? IconCircleCheck : IconCircleDashed;
  const looks = { size: 'xs', variant: isNext ? 'filled' : 'default' } as const;
  return (
    <li className={css.step} data-done={step.isDone || undefined}>
      <Picture size={18} className={css.icon} aria-hidden />
      <span className={css.text}>
        <span className="visually-hidden">{say(step.isDone ? 'auction.done' : 'auction.missing')}: </span>
        {say(step.text, step.params)}
      </span>
      {step.action &&
        (step.id === 'bidders' ? (
          <Button {...looks} component={Link} to={paths.addBidders(auctionId)}>
            {say(step.action)}
          </Button>
        ) : (
          <Button {...looks} onClick={() => onTab(step.id === 'items' ? 'items' : 'settings')}>
            {say(step.action)}
          </Button>
        ))}
    </li>
  );
}
