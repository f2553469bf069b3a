/**
 * Marks the page while its person uses the keyboard. WebKit draws no ring where a script moves the focus after a key press
 * and the field that had it is gone; base.css draws that ring by this mark, in every browser alike.
 */
export function markWhileByKeys(): void {
  const mark = ({ type }: Event) => document.documentElement.toggleAttribute('data-by-keys', type === 'keydown');
  for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, mark, true);
}
