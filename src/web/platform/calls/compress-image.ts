import { IMAGE_BYTES_MAX, IMAGE_SIDE_MAX, judgeChosenFile, type ImageRefusal } from '#domain/auction/images.ts';
import type { Refusal } from '#domain/basics/result.ts';

/** Tried in turn until the file is small enough; below the last one pictures fall apart. */
const QUALITIES = [0.86, 0.76, 0.64, 0.5] as const;

type Compressed =
  | { readonly ok: true; readonly file: File }
  | { readonly ok: false; readonly refusal: Refusal<ImageRefusal> };

/**
 * A chosen picture as it is uploaded: small enough as it is, or drawn anew, smaller. The browser decodes and encodes it
 * beside the page's own thread; a library for it weighs thirty times these lines and is slower.
 */
export async function compressImage(file: File): Promise<Compressed> {
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

async function draw(bitmap: ImageBitmap, scale: number, name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('no canvas');
  // A JPEG has no see-through parts: they become white, not black.
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
