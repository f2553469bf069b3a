/** A key ends a press too: a browser's own list, once open, keeps the release of the mouse to itself. */
const RELEASES = ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'keydown'] as const;

let isPressed = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let waiting: (() => void)[] = [];

function press(): void {
  clearTimeout(timer);
  isPressed = true;
}

function release(): void {
  isPressed = false;
  const ready = waiting;
  waiting = [];
  for (const act of ready) act();
}

/** Starts to notice when a mouse button or a finger is down; called once, before anything is shown. */
export function watchPresses(): void {
  for (const kind of ['pointerdown', 'mousedown']) addEventListener(kind, press, { capture: true });
  const releaseSoon = () => {
    clearTimeout(timer);
    // The click comes in the same task as the release, and belongs to the press.
    if (isPressed) timer = setTimeout(release);
  };
  for (const kind of RELEASES) addEventListener(kind, releaseSoon, { capture: true });
}

/**
 * Runs `act` at once, but while a mouse button or a finger is down only after its click. Pressing a button takes the focus
 * from a field; an error shown at that moment would move the button away from under the pointer, and the click would be lost.
 */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act);
  else act();
}
