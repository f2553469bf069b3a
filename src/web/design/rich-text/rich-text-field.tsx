import { Input, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { lazy, Suspense, useId } from 'react';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';
import type { Image } from '#contract/auction/image-link.ts';

type Props = FieldProps<string> & {
  /** The language that is written here: for spelling, voices and fonts. */
  lang: string;
  /** Takes a picture that is put into the text, and gives its links. */
  upload: (file: File) => Promise<Image>;
  /** Endings of pictures that may be chosen. */
  accept: string;
  /** Told while a picture is on its way: a text saved meanwhile would miss it. */
  onBusy: (isBusy: boolean) => void;
};

export type RichTextParts = Pick<Props, 'value' | 'onChange' | 'onBlur' | 'lang' | 'upload' | 'accept' | 'onBusy'> & {
  label: string;
  isWrong: boolean;
  isDisabled: boolean;
  describedBy: string;
};

/** The editor is a hundred kilobytes: it comes with the first text that is edited. */
const RichTextEditor = lazy(() => import('#web/design/rich-text/rich-text-editor.tsx'));

/**
 * A text with headings, lists, tables, links and pictures; its value is HTML, empty where nothing is written. Its label
 * is for who doesn't see where it stands: it fills a section, whose title says it to everybody else.
 */
export function RichTextField(props: Props) {
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
