import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { uploadTemplateFile, type FileContent } from '#contract/template.ts';
import { judgeBytes } from '#domain/basics/file-limit.ts';
import { TEMPLATE_FILE_LIMIT } from '#domain/template/template-file.ts';
import { api } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import type { Wrong } from '#web/platform/phrases/phrase.ts';

type Sending = { readonly name: string; readonly size: number; readonly share: number };

export type FileUpload = ReturnType<typeof useFileUpload>;

/** A file on its way to a template: how much of it has been sent, and why it wasn't taken. */
export function useFileUpload(onUploaded: (file: FileContent) => void) {
  const [sending, setSending] = useState<Sending>();
  // The last file, where it wasn't taken.
  const [refused, setRefused] = useState<{ readonly name: string; readonly why: Wrong }>();
  const way = useRef<AbortController>(undefined);
  const latest = useRef(onUploaded);
  useLayoutEffect(() => {
    latest.current = onUploaded;
  });
  useEffect(() => () => way.current?.abort(), []);
  const cancel = () => {
    way.current?.abort();
    way.current = undefined;
    setSending(undefined);
  };
  const upload = async (file: File) => {
    cancel();
    const own = new AbortController();
    way.current = own;
    const { name, size } = file;
    setRefused(undefined);
    setSending({ name, size, share: 0 });
    try {
      const stored = await api(uploadTemplateFile, {
        body: { File: file },
        signal: own.signal,
        onSent: (share) => way.current === own && setSending({ name, size, share }),
      });
      if (way.current !== own) return;
      latest.current(stored);
    } catch (thrown) {
      if (own.signal.aborted) return;
      const error = asApiError(thrown);
      setRefused({ name, why: error.fields['File'] ?? error });
    }
    setSending(undefined);
  };
  const send = (file: File) => {
    const why = judgeBytes(TEMPLATE_FILE_LIMIT, file.size);
    if (!why) return void upload(file);
    cancel();
    setRefused({ name: file.name, why });
  };
  return { sending, refused, send, cancel };
}
