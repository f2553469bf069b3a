import type { NoticeKind } from '#domain/notice/notice.ts';

/**
 * The kinds of notifications for which the reader selected a sound. They are known after the notifications are loaded.
 */
let soundKinds: readonly NoticeKind[] = [];
/** Sets the kinds of notifications that play a sound. */
export const setSoundKinds = (kinds: readonly NoticeKind[]): void => void (soundKinds = kinds);

const NOTES_HZ = [660, 880];
const NOTE_S = 0.16;
const LOUDNESS = 0.12;

let context: AudioContext | undefined;

/** Plays two short notes. A browser plays no sound before the person has pressed something on the page. */
export function playTone(): void {
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  void context.resume();
  for (const [at, hz] of NOTES_HZ.entries()) {
    const from = currentTime + at * NOTE_S;
    const [note, volume] = [context.createOscillator(), context.createGain()];
    note.frequency.value = hz;
    volume.gain.setValueAtTime(LOUDNESS, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE_S);
    note.connect(volume).connect(destination);
    note.start(from);
    note.stop(from + NOTE_S);
  }
}

/**
 * Plays the tone if the reader selected it for this kind. Before the first press on this page, the tone is skipped: the
 * browser would delay the tone until the press.
 */
export function ringFor(kind: NoticeKind): void {
  if (soundKinds.includes(kind) && navigator.userActivation?.hasBeenActive) playTone();
}
