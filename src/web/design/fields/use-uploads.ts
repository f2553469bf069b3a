import { useLayoutEffect, useRef, useState } from 'react';
import type { Image } from '#contract/auction/image-link.ts';
import { IMAGE_BYTES_MAX, IMAGE_SIDE_MAX, judgeChosenFile, type ImageRefusal } from '#domain/auction/images.ts';
import type { Refusal } from '#domain/basics/result.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import type { Wrong } from '#web/platform/phrases/phrase.ts';

type UploadStep = 'compressing' | 'uploading';
/** A file that is being uploaded. A refused file shows its reason until it is dismissed. */
export type Upload = {
  readonly key: number;
  readonly name: string;
  readonly step: UploadStep | { readonly refused: Wrong };
};

/** The uploads of a field. `room` is the number of files that can still be added. */
export type Uploads = {
  /** The images uploaded on this page, with their links. The page shows them before the form is saved. */
  readonly images: readonly Image[];
  readonly uploads: readonly Upload[];
  readonly isBusy: boolean;
  send(files: readonly File[], room: number, maximum: number): void;
  dismiss(key: number): void;
};

type UploadOptions = { upload: (file: File) => Promise<Image>; onUploaded: (image: Image) => void | Promise<void> };

let lastKey = 0;

/** Uploads the chosen files one after the other, compressed. `onUploaded` always sees the latest input of the form. */
export function useUploads(options: UploadOptions): Uploads {
  const [images, setImages] = useState<readonly Image[]>([]);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
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
    // Choosing files again removes the refusals of the previous choice.
    setUploads((before) => [...before.filter(({ step }) => typeof step === 'string'), ...added]);
    void (async () => {
      for (const { key, file, step } of added) if (typeof step === 'string') await sendOne(key, file);
    })();
  };
  return { images, uploads, isBusy: uploads.some(({ step }) => typeof step === 'string'), send, dismiss };
}

/** JPEG qualities tried in turn until the file is small enough. Below the last one, pictures look bad. */
const QUALITIES = [0.86, 0.76, 0.64, 0.5] as const;

/** A file that is ready for the upload, or the reason why it cannot be uploaded. */
type Compressed =
  | { readonly ok: true; readonly file: File }
  | { readonly ok: false; readonly refusal: Refusal<ImageRefusal> };

/**
 * Returns a chosen picture for the upload: unchanged if it is small enough, else redrawn smaller. The browser decodes
 * and encodes the picture outside the page's main thread. A library would be thirty times larger and slower.
 */
async function compressImage(file: File): Promise<Compressed> {
  const refusal = judgeChosenFile(file);
  if (refusal) return { ok: false, refusal };
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return { ok: false, refusal: { code: 'image_unreadable' } };
  try {
    const scale = Math.min(1, IMAGE_SIDE_MAX / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && file.size <= IMAGE_BYTES_MAX) return { ok: true, file };
    return { ok: true, file: await draw(bitmap, scale, file.name) };
  } finally {
    bitmap.close();
  }
}

/** Redraws an image in another size as JPEG, at the highest quality that fits the size limit. */
async function draw(bitmap: ImageBitmap, scale: number, name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('no canvas');
  // JPEG has no transparency. Transparent parts become white instead of black.
  brush.fillStyle = 'white';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  let smallest: Blob | null = null;
  for (const quality of QUALITIES) {
    smallest = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
    if (smallest && smallest.size <= IMAGE_BYTES_MAX) break;
  }
  return new File(smallest ? [smallest] : [], name, { type: 'image/jpeg' });
}
