import { useEffect, useRef, type RefObject } from 'react';

/** Moves the focus to the first invalid field, after the refusals are on screen. */
export function focusFirstInvalid(root: ParentNode | null): void {
  requestAnimationFrame(() => {
    const wrong = [...(root?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-error="true"]') ?? [])];
    // Hidden inputs are marked too, and a field of a hidden tab cannot be focused.
    const first = wrong.find(
      (field) => field.offsetParent !== null && field.matches('input, select, textarea, button, [contenteditable]'),
    );
    first?.focus();
    // A bar at the bottom of a form must not cover the field.
    first?.scrollIntoView({ block: 'center' });
  });
}

/**
 * Returns a ref for the form's element, and `focusWrong` for when its own check failed. For the server's refusals the
 * focus moves by itself, each time that `error` is a new one with fields.
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
