import { getDocument, GlobalWorkerOptions, version, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
// The build makes a file of it; what is imported is where.
// oxlint-disable-next-line import/default
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { useEffect, useState } from 'react';

GlobalWorkerOptions.workerSrc = worker;

/** What PDFs may need beside the library; the build puts it there (vite.config.ts). */
const PARTS = `/assets/pdfjs-${version}`;

/** In points. */
export type PageSize = { readonly width: number; readonly height: number };
export type OpenPdf = {
  readonly pdf: PDFDocumentProxy;
  /** Of the first page, which most others share. */ readonly size: PageSize;
};

/** A PDF, read in a thread of its own as long as it is shown. */
export function usePdf(file: Blob): OpenPdf | 'opening' | 'broken' {
  const [state, setState] = useState<OpenPdf | 'opening' | 'broken'>('opening');
  useEffect(() => {
    let isWanted = true;
    const opening = openPdf(file);
    opening.then(
      (opened) => isWanted && setState(opened),
      () => isWanted && setState('broken'),
    );
    return () => {
      isWanted = false;
      opening.then(
        ({ pdf }) => pdf.loadingTask.destroy(),
        () => undefined,
      );
    };
  }, [file]);
  return state;
}

async function openPdf(file: Blob): Promise<OpenPdf> {
  const task = getDocument({
    data: await file.arrayBuffer(),
    cMapUrl: `${PARTS}/cmaps/`,
    standardFontDataUrl: `${PARTS}/standard_fonts/`,
    wasmUrl: `${PARTS}/wasm/`,
    useWasm: false,
  });
  try {
    const pdf = await task.promise;
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    return { pdf, size: { width, height } };
  } catch (thrown) {
    await task.destroy();
    throw thrown;
  }
}
