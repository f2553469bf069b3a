/**
 * The events that end a press. A key press is included, because the page gets no mouse release while a native list is
 * open.
 */
const RELEASES = ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'keydown'] as const;

let isPressed = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let waiting: (() => void)[] = [];

function press(): void {
  clearTimeout(timer);
  isPressed = true;
}

/** Runs all functions that waited for the end of the press. */
function release(): void {
  isPressed = false;
  const ready = waiting;
  waiting = [];
  for (const act of ready) act();
}

/** Starts to track whether a mouse button or a finger is down. Called once, before anything is shown. */
export function watchPresses(): void {
  for (const kind of ['pointerdown', 'mousedown']) addEventListener(kind, press, { capture: true });
  const releaseSoon = () => {
    clearTimeout(timer);
    // The click event comes in the same task as the release, and must be handled before `release` runs.
    if (isPressed) timer = setTimeout(release);
  };
  for (const kind of RELEASES) addEventListener(kind, releaseSoon, { capture: true });
}

/**
 * Runs `act` immediately. If a mouse button or a finger is down, runs `act` after the click. A press on a button takes
 * the focus from a field. An error shown at that moment would move the button away from the pointer, and the click
 * would be lost.
 */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act);
  else act();
}
