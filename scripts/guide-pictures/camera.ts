import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** One image of a video. It is shown from second `atS` on. */
export type Frame = { readonly atS: number; readonly jpeg: Buffer };
export type FilmCue<Name> = { readonly name: Name; readonly fromS: number; readonly toS: number };
export type Film<Name> = {
  readonly frames: readonly Frame[];
  readonly cues: readonly FilmCue<Name>[];
  readonly lengthS: number;
  readonly poster: Buffer;
};

/**
 * Creates a camera that films everything that the browser draws on a page. The video does not contain the time in which
 * the camera is paused.
 */
export async function createCamera<Name>(page: Page, cueMs: number) {
  const session = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  const cues: FilmCue<Name>[] = [];
  let [filmedMs, sinceMs] = [0, performance.now()];
  let isOn = true;
  const nowS = (): number => (filmedMs + (isOn ? performance.now() - sinceMs : 0)) / 1_000;

  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    if (isOn) frames.push({ atS: nowS(), jpeg: Buffer.from(data, 'base64') });
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 90, everyNthFrame: 2 });

  return {
    /** Films an action. A caption is shown during the action, and long enough to be read. */
    async cue(name: Name, act?: () => Promise<unknown>): Promise<void> {
      const fromS = nowS();
      await act?.();
      await pause(Math.max(700, cueMs - (nowS() - fromS) * 1_000));
      cues.push({ name, fromS, toS: nowS() });
    },
    async rest(): Promise<void> {
      filmedMs += performance.now() - sinceMs;
      isOn = false;
      await Promise.resolve();
    },
    /** Resumes filming. The video continues with the current screen. */
    async go(): Promise<void> {
      const jpeg = await page.screenshot({ type: 'jpeg', quality: 90 });
      [sinceMs, isOn] = [performance.now(), true];
      frames.push({ atS: nowS(), jpeg });
    },
    async stop(poster: Buffer): Promise<Film<Name>> {
      await session.send('Page.stopScreencast');
      return { frames, cues, lengthS: nowS(), poster };
    },
  };
}
