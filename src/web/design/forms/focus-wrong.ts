import { useEffect, useRef, type RefObject } from 'react';

/** After the refusals are on screen: the cursor goes to the first field that isn't right. */
export function focusFirstWrong(root: ParentNode | null): void {
  requestAnimationFrame(() => {
    const wrong = [...(root?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-error="true"]') ?? [])];
    // Hidden inputs carry the mark too, and a field of a tab that isn't shown can't take the cursor.
    const first = wrong.find(
      (field) => field.offsetParent !== null && field.matches('input, select, textarea, button, [contenteditable]'),
    );
    first?.focus();
    // A bar that sticks to the foot of a form must not cover it.
    first?.scrollIntoView({ block: 'center' });
  });
}

/**
 * For a form: a ref for its element, and `focusWrong` to call when its own check failed. The server's refusals move the
 * cursor by themselves, each time that `error` is a new one with fields.
 */
export function useFocusWrong<Root extends HTMLElement>(
  error: { readonly fields: object } | null,
): { ref: RefObject<Root | null>; focusWrong: () => void } {
  const ref = useRef<Root>(null);
  useEffect(() => {
    if (error && Object.keys(error.fields).length > 0) focusFirstWrong(ref.current);
  }, [error]);
  return { ref, focusWrong: () => focusFirstWrong(ref.current) };
}
