import { useEffect, useRef, type RefObject } from 'react';

/** Moves the focus to the first invalid field, after the refusals are on screen. */
export function focusFirstInvalid(root: ParentNode | null): void {
  requestAnimationFrame(() => {
    const wrong = [...(root?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-error="true"]') ?? [])];
    // Skips elements that cannot get the focus: hidden inputs, and fields of a hidden tab.
    const first = wrong.find(
      (field) => field.offsetParent !== null && field.matches('input, select, textarea, button, [contenteditable]'),
    );
    first?.focus();
    // A bar at the bottom of a form must not cover the field.
    first?.scrollIntoView({ block: 'center' });
  });
}

/**
 * Returns a ref for the form's element, and `focusWrong`, which focuses the first invalid field. The form calls
 * `focusWrong` if its own check fails. If the server refuses fields, this hook moves the focus automatically.
 */
export function useFocusInvalid<Root extends HTMLElement>(
  error: { readonly fields: object } | null,
): { ref: RefObject<Root | null>; focusWrong: () => void } {
  const ref = useRef<Root>(null);
  useEffect(() => {
    if (error && Object.keys(error.fields).length > 0) focusFirstInvalid(ref.current);
  }, [error]);
  return { ref, focusWrong: () => focusFirstInvalid(ref.current) };
}
