import { watchPresses } from '#web/design/forms/after-press.ts';
import { markWhileByKeys } from '#web/design/theme/by-keys.ts';
import { preparePaper } from '#web/shell/on-paper.ts';

/** Starts what no page needs before it stands; called once. */
export function watchPage(): void {
  watchPresses();
  markWhileByKeys();
  preparePaper();
}
