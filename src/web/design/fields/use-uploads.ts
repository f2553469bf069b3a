import { useLayoutEffect, useRef, useState } from 'react';
import type { Image } from '#contract/auction/image-link.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { compressImage } from '#web/platform/calls/compress-image.ts';
import type { Wrong } from '#web/platform/phrases/phrase.ts';

type Step = 'compressing' | 'uploading';
/** A file on its way; one that was refused says why until somebody has read it. */
export type Upload = {
  readonly key: number;
  readonly name: string;
  readonly step: Step | { readonly refused: Wrong };
};

export type Uploads = {
  /** What was uploaded here: its links, for showing it before it is saved. */
  readonly images: readonly Image[];
  readonly uploads: readonly Upload[];
  readonly isBusy: boolean;
  send(files: readonly File[], room: number, maximum: number): void;
  dismiss(key: number): void;
};

type Parts = { upload: (file: File) => Promise<Image>; onUploaded: (image: Image) => void | Promise<void> };

let lastKey = 0;

/** Files chosen for a form: compressed and uploaded one after the other; what was typed meanwhile stays. */
export function useUploads(parts: Parts): Uploads {
  const [images, setImages] = useState<readonly Image[]>([]);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const latest = useRef(parts);
  useLayoutEffect(() => {
    latest.current = parts;
  });
  const dismiss = (key: number) => setUploads((before) => before.filter((upload) => upload.key !== key));
  const mark = (key: number, step: Upload['step']) =>
    setUploads((before) => before.map((upload) => (upload.key === key ? { ...upload, step } : upload)));
  const sendOne = async (key: number, file: File) => {
    try {
      const compressed = await compressImage(file);
      if (!compressed.ok) return mark(key, { refused: compressed.refusal });
      mark(key, 'uploading');
      const image = await latest.current.upload(compressed.file);
      setImages((before) => [...before, image]);
      await latest.current.onUploaded(image);
      dismiss(key);
    } catch (thrown) {
      const error = asApiError(thrown);
      mark(key, { refused: error.fields['File'] ?? error });
    }
  };
  const send: Uploads['send'] = (files, room, maximum) => {
    const added = files.map((file, at): Upload & { file: File } => ({
      key: (lastKey += 1),
      name: file.name,
      file,
      step: at < room ? 'compressing' : { refused: { code: 'maximum_files', params: { maximum } } },
    }));
    // What was refused before has been answered by choosing again.
    setUploads((before) => [...before.filter(({ step }) => typeof step === 'string'), ...added]);
    void (async () => {
      for (const { key, file, step } of added) if (typeof step === 'string') await sendOne(key, file);
    })();
  };
  return { images, uploads, isBusy: uploads.some(({ step }) => typeof step === 'string'), send, dismiss };
}
