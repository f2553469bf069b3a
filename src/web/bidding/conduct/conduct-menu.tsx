import { IconChevronDown, IconClockPlus, IconHandStop, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { CONDUCT_ACTIONS, judgeConduct, type ConductAction } from '#domain/auction/judge-conduct.ts';
import { MenuButton } from '#web/design/dialogs/menu-button.tsx';
import { MenuList } from '#web/design/dialogs/menu-list.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useChangeReason } from '#web/platform/session/change-reason.ts';
import type { RoomPhase, RoomTimes } from '#web/bidding/room/phase.ts';

/** Lazy-loaded: only the administrator who runs an auction needs it. */
const ConductDialog = lazy(() => import('#web/bidding/conduct/conduct-dialog.tsx'));

const PICTURES = {
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  extend: IconClockPlus,
  annul: IconHandStop,
} as const satisfies Record<ConductAction, unknown>;

type Props = { auctionId: string; phase: RoomPhase; times: Pick<RoomTimes, 'startTime' | 'auctionEndTime'> };

/**
 * Shows the auction controls that an administrator may use in this phase. The server uses the same table of allowed
 * controls. Renders nothing if no control is allowed, or if the roles of the administrator do not allow it.
 */
export function ConductMenu({ auctionId, phase, times }: Props) {
  const say = useSay();
  const [action, setAction] = useState<ConductAction>();
  const reason = useChangeReason();
  const state = phase === 'sealed' ? 'upcoming' : phase;
  const possible = CONDUCT_ACTIONS.filter((one) => !reason && judgeConduct(one, state) === undefined);
  return (
    <>
      {possible.length > 0 && (
        <MenuButton
          label={say('conduct.menuLabel')}
          renderMenu={(place) => (
            <MenuList
              {...place}
              entries={possible.map((id) => ({
                id,
                label: say(`conduct.${id}`),
                icon: PICTURES[id],
                run: () => setAction(id),
              }))}
            />
          )}
        >
          {say('conduct.menu')}
          <IconChevronDown size={14} aria-hidden />
        </MenuButton>
      )}
      {action && (
        <Suspense>
          <ConductDialog
            {...{ auctionId, action, times }}
            isPaused={phase === 'paused'}
            onClose={() => setAction(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
