import { Input, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { lazy, Suspense, useId } from 'react';
import { useFieldProps } from '#web/design/fields/field.ts';
import type { RichTextProps } from '#web/design/rich-text/use-rich-text.ts';

/** The editor's code has a hundred kilobytes, so it is loaded when the first text is edited. */
const RichTextEditor = lazy(() => import('#web/design/rich-text/rich-text-editor.tsx'));

/**
 * A text with headings, lists, tables, links and pictures. The value is HTML; it is empty if there is no text. The
 * label is only for screen readers, because the section's title is its visible name.
 */
export function RichTextField(props: RichTextProps) {
  const { label, description, error, disabled } = useFieldProps(props);
  const { value, onChange, onBlur, lang, upload, accept, onBusy } = props;
  const id = useId();
  return (
    <Input.Wrapper
      {...{ description, error }}
      descriptionProps={{ id: `${id}-help` }}
      errorProps={{ id: `${id}-error` }}
    >
      <Suspense fallback={<Skeleton height={320} radius="sm" />}>
        <RichTextEditor
          {...{ value, onChange, onBlur, lang, upload, accept, onBusy, label }}
          isWrong={error !== undefined}
          isDisabled={disabled}
          describedBy={`${id}-help ${id}-error`}
        />
      </Suspense>
    </Input.Wrapper>
  );
}
