import { useEffect, useEffectEvent } from 'react';

/** True if the browser runs on an Apple device, where commands use the Cmd key. Ctrl edits text there. */
export const hasCommandKey = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

const isDialogOpen = (): boolean => document.querySelector('dialog[open], [role="dialog"]') !== null;

/**
 * Calls `run` when Ctrl or Cmd is pressed with this letter anywhere on the page, unless a dialog is open. If `run`
 * returns false, the browser does what it does with these keys.
 */
export function useCommandKey(letter: string, run: (event: KeyboardEvent) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    const isCommand = (hasCommandKey() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;
    if (!isCommand || event.key.toLowerCase() !== letter || defaultPrevented || isDialogOpen()) return;
    if (run(event)) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
