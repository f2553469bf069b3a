import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getFirstSteps, type FirstStep } from '#contract/health.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { paths } from '#web/paths.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { keep } from '#web/platform/storage/browser-storage.ts';
import css from './first-steps.module.css';

/** The page on which an owner does a step. */
const PAGES: Readonly<Record<FirstStep['step'], string>> = {
  look: paths.platform,
  documents: paths.templates,
  ticks: paths.tickSize,
  mail: paths.mails,
  administrator: paths.administrators,
  company: paths.accountRegistrations,
  rehearsal: paths.auctions('admin', 'current'),
};

/**
 * The steps from a new platform to its first auction, for owners.
 *
 * @param onEnd called when all steps are done, or the person hides them. This browser then shows them no more
 */
export default function FirstSteps({ onEnd }: { onEnd: () => void }) {
  const say = useSay();
  const { data: steps, error, refetch } = useQuery(readQuery(['first-steps'], getFirstSteps, {}));
  const done = steps?.filter(({ isDone }) => isDone).length;
  const isOver = steps !== undefined && done === steps.length;
  useEffect(() => {
    if (isOver) end(onEnd);
  }, [isOver, onEnd]);
  if (error && !steps)
    return (
      <Card title="firstSteps.title">
        <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />
      </Card>
    );
  if (!steps || done === undefined || isOver) return null;
  return (
    <Card
      title="firstSteps.title"
      action={
        <Button variant="default" size="xs" onClick={() => end(onEnd)}>
          {say('firstSteps.hide')}
        </Button>
      }
    >
      <p className={css.note}>{say('firstSteps.note', { done, all: steps.length })}</p>
      <ul className={css.list}>
        {steps.map((one) => (
          <Step key={one.step} {...one} />
        ))}
      </ul>
    </Card>
  );
}

function end(onEnd: () => void): void {
  keep('hidesFirstSteps', true);
  onEnd();
}

function Step({ step, isDone }: FirstStep) {
  const say = useSay();
  const Picture = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={css.step} data-done={isDone || undefined}>
      <Picture size={20} role="img" aria-label={say(isDone ? 'firstSteps.done' : 'firstSteps.open')} />
      <div>
        <Link to={PAGES[step]}>{say(`firstSteps.step.${step}`)}</Link>
        {!isDone && <p className={css.hint}>{say(`firstSteps.hint.${step}`)}</p>}
      </div>
    </li>
  );
}
