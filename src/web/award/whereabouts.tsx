import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { HoldingState } from '#contract/award/release.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Releasable } from '#web/award/release-dialog.tsx';
import css from './result.module.css';

const PARTS = ['held', 'retired', 'released', 'resold'] as const;

/** Where the RECs of a won bid are by now. */
export function Whereabouts({ holding }: { holding: HoldingState }) {
  const say = useSay();
  const there = PARTS.filter((part) => holding[part] > 0);
  return (
    <span className={css.quiet}>
      {there.map((part) => say(`whereabouts.${part}`, { quantity: formatQuantity(holding[part]) })).join(' · ')}
    </span>
  );
}

const ReleaseDialog = lazy(() => import('#web/award/release-dialog.tsx'));

/** An administrator's way to give what is left back to the seller. */
export function ReleaseButton({ about }: { about: Releasable }) {
  const say = useSay();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={say('release.of', { name: `${about.name}, ${about.item.name}` })}
        onClick={() => setIsOpen(true)}
      >
        {say('release.action')}
      </Button>
      {isOpen && (
        <Suspense>
          <ReleaseDialog about={about} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
