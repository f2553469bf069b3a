import type { ReactNode } from 'react';
import { useFocusWrong } from '#web/design/forms/focus-wrong.ts';
import css from './checked-form.module.css';

type Props = {
  form: { check(): boolean };
  /** What the server refused; null for nothing. */
  error: { readonly fields: object } | null;
  /** While it is under way, or may not be tried yet, nothing is sent. */
  isBusy?: boolean;
  onSend: () => void;
  className?: string | undefined;
  children: ReactNode;
};

/** A form on a page of its own: it is sent once every field is right; otherwise the cursor goes to the first that isn't. */
export function CheckedForm({ form, error, isBusy = false, onSend, className = css.form, children }: Props) {
  const { ref, focusWrong } = useFocusWrong<HTMLFormElement>(error);
  return (
    <form
      ref={ref}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        if (form.check()) onSend();
        else focusWrong();
      }}
    >
      {children}
    </form>
  );
}
