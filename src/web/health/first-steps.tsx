import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
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
 * The steps from a new platform to its first auction, for owners. Renders nothing while it loads, because it is empty on
 * most platforms, and nothing when all steps are done or this browser hides it.
 */
export default function FirstSteps() {
  const say = useSay();
  const [isHidden, setIsHidden] = useState(false);
  const { data: steps, error, refetch } = useQuery(readQuery(['first-steps'], getFirstSteps, {}));
  if (isHidden) return null;
  if (error && !steps)
    return (
      <Card title="firstSteps.title">
        <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />
      </Card>
    );
  const done = steps?.filter(({ isDone }) => isDone).length;
  if (!steps || done === undefined || done === steps.length) return null;
  const hide = () => {
    keep('hidesFirstSteps', true);
    setIsHidden(true);
  };
  return (
    <div className={css.steps}>
      <Card
        title="firstSteps.title"
        action={
          <Button variant="default" size="xs" onClick={hide}>
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
    </div>
  );
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
