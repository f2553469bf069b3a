import type { NoticeKind } from '#domain/notice/notice.ts';

/** Kinds of notices that are to make a sound, as their reader chose; known once its notices are. */
let soundKinds: readonly NoticeKind[] = [];
export const setSoundKinds = (kinds: readonly NoticeKind[]): void => void (soundKinds = kinds);

const NOTES_HZ = [660, 880];
const NOTE_S = 0.16;
const LOUDNESS = 0.12;

let context: AudioContext | undefined;

/** Two short notes. Browsers stay silent until the person has pressed something on the page. */
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

/** Without a press on this page a tone would wait for one, and then come out of nowhere. */
export function ringFor(kind: NoticeKind): void {
  if (soundKinds.includes(kind) && navigator.userActivation?.hasBeenActive) playTone();
}
