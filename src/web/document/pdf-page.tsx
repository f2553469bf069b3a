import {
  TextLayer,
  type PDFPageProxy,
  type RenderTask,
  getDocument,
  GlobalWorkerOptions,
  version,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// The build makes a file of the worker. The imported value is the address of that file.
// oxlint-disable-next-line import/default
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { useEffect, useRef, useState, type Ref } from 'react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { NotShown } from '#web/document/not-shown.tsx';
import css from './pdf.module.css';

type Props = { ref: Ref<HTMLElement>; opened: OpenPdf; number: number; /** CSS pixels per point. */ scale: number };

/**
 * A page that is drawn when it is near the visible area. Its invisible text layer allows selecting, searching and
 * reading aloud.
 */
export function PdfPage({ ref, opened: { pdf, size: usual }, number, scale }: Props) {
  const say = useSay();
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(frame);
  const [size, setSize] = useState<PageSize>(usual);
  const [brokenAt, setBrokenAt] = useState<number>();
  const isBroken = brokenAt === scale;
  useEffect(() => {
    const element = frame.current;
    if (!isNear || !element) return;
    const drawing = startDrawing(() => pdf.getPage(number), element, scale, {
      onSize: setSize,
      onBroken: () => setBrokenAt(scale),
    });
    return () => drawing.stop();
  }, [isNear, pdf, number, scale]);
  // A page that is far away releases its memory.
  useEffect(() => {
    if (!isNear) frame.current?.replaceChildren();
  }, [isNear]);
  const style = { width: size.width * scale, height: size.height * scale, '--total-scale-factor': scale };
  return (
    <section
      ref={ref}
      className={css.page}
      style={style}
      data-broken={isBroken || undefined}
      aria-label={say('reading.page', { number, pages: pdf.numPages })}
    >
      <div ref={frame} className={css.drawn} />
      {isBroken && <NotShown reason="reading.pageBroken" />}
    </section>
  );
}

/** Returns whether an element is at most one screen away from the visible area. */
function useIsNear(ref: { readonly current: HTMLElement | null }): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const watch = new IntersectionObserver((entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: '100%',
    });
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, [ref]);
  return isNear;
}

/** The maximum number of pixels of a canvas. Browsers on phones refuse a larger canvas. */
const PIXELS_MAX = 16_000_000;

/**
 * Draws a page off screen. The drawing replaces the shown page only when it is done, so that zooming does not flicker.
 */
function startDrawing(
  load: () => Promise<PDFPageProxy>,
  into: HTMLElement,
  scale: number,
  { onSize, onBroken }: { onSize: (size: PageSize) => void; onBroken: () => void },
): { stop(): void } {
  let isStopped = false;
  let picture: RenderTask | undefined;
  let text: TextLayer | undefined;
  const draw = async () => {
    const page = await load();
    if (isStopped) return;
    const { width, height } = page.getViewport({ scale: 1 });
    onSize({ width, height });
    const viewport = page.getViewport({ scale });
    const density = Math.min(devicePixelRatio, Math.sqrt(PIXELS_MAX / (viewport.width * viewport.height)));
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(viewport.width * density);
    canvas.height = Math.floor(viewport.height * density);
    picture = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
    const layer = document.createElement('div');
    layer.className = css.text ?? '';
    text = new TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport });
    await Promise.all([picture.promise, text.render()]);
    if (!isStopped) into.replaceChildren(canvas, layer);
  };
  // A stopped drawing rejects too, but then the page is not broken.
  draw().catch(() => {
    if (!isStopped) onBroken();
  });
  return {
    stop() {
      isStopped = true;
      picture?.cancel();
      text?.cancel();
    },
  };
}

GlobalWorkerOptions.workerSrc = worker;

/** The folder of files that the library needs for some PDFs. The build copies the files there (vite.config.ts). */
const PARTS = `/assets/pdfjs-${version}`;

/** The size of a page, in points. */
type PageSize = { readonly width: number; readonly height: number };
export type OpenPdf = {
  readonly pdf: PDFDocumentProxy;
  /** The first page's size, which most pages share. */ readonly size: PageSize;
};

/** Opens a PDF in a worker, which runs as long as the PDF is shown. */
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

/** Opens a PDF. Fonts and character maps come from this server, never from another one. */
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
