import type { Page } from '@playwright/test';

/** Draws a mouse pointer on the page, because a recording of a page does not show one. */
export async function showPointer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const draw = (): void => {
      const pointer = document.createElement('div');
      pointer.setAttribute('aria-hidden', 'true');
      Object.assign(pointer.style, {
        position: 'fixed',
        zIndex: '99999',
        width: '22px',
        height: '22px',
        margin: '-11px 0 0 -11px',
        borderRadius: '50%',
        border: '2px solid rgb(200 60 20)',
        background: 'rgb(200 60 20 / 0.25)',
        pointerEvents: 'none',
        left: '640px',
        top: '360px',
      });
      document.documentElement.append(pointer);
      addEventListener('mousemove', ({ clientX, clientY }) => {
        Object.assign(pointer.style, { left: `${clientX}px`, top: `${clientY}px` });
      });
      addEventListener('mousedown', () => (pointer.style.background = 'rgb(200 60 20 / 0.7)'));
      addEventListener('mouseup', () => (pointer.style.background = 'rgb(200 60 20 / 0.25)'));
    };
    addEventListener('DOMContentLoaded', draw);
  });
}
