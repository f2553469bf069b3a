import type { Editor } from '@tiptap/react';
import type { Image } from '#contract/auction/image-link.ts';
import { useUploads, type Uploads } from '#web/design/fields/use-uploads.ts';

/** More at once is a mistake of the hand. */
const AT_ONCE_MAX = 20;

/** Pictures on their way into a text: each stands where the cursor is once it is uploaded. */
export function usePictures(
  upload: (file: File) => Promise<Image>,
  editor: () => Editor,
): { uploads: Uploads; send: (files: readonly File[]) => void } {
  const uploads = useUploads({
    upload,
    onUploaded: ({ url }) => {
      const { selection } = editor().state;
      // After what is chosen, so that nothing is replaced by a picture that took its time.
      editor()
        .chain()
        .insertContentAt(selection.to, { type: 'image', attrs: { src: url, alt: '' } })
        .run();
    },
  });
  return { uploads, send: (files) => uploads.send(files, AT_ONCE_MAX, AT_ONCE_MAX) };
}
