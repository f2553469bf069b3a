import type { ReactNode } from 'react';
import { useFocusInvalid } from '#web/design/forms/focus-invalid.ts';
import css from './checked-form.module.css';

type Props = {
  form: { check(): boolean };
  /** The server's refusal; null for none. */
  error: { readonly fields: object } | null;
  /** True while nothing may be sent: a call is pending, or the person must wait before the next attempt. */
  isBusy?: boolean;
  onSend: () => void;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * A form on its own page. It is sent only if every field is valid; otherwise the first invalid field gets the focus.
 */
export function CheckedForm({ form, error, isBusy = false, onSend, className = css.form, children }: Props) {
  const { ref, focusWrong } = useFocusInvalid<HTMLFormElement>(error);
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
