import { ActionIcon } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { NotShown, PagesSkeleton } from '#web/document/not-shown.tsx';
import { PdfPage, usePdf, type OpenPdf } from '#web/document/pdf-page.tsx';
import type { ReaderProps } from '#web/document/rich-text.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './pdf.module.css';

type Props = Pick<ReaderProps, 'onShown'> & { file: Blob; name: string };

/** Shows a PDF file page by page, with zoom. Calls `onShown` when the pages are on screen. */
export function PdfReader({ file, name, onShown }: Props) {
  const opened = usePdf(file);
  if (opened === 'opening') return <PagesSkeleton />;
  if (opened === 'broken') return <NotShown reason="reading.broken" onShown={onShown} />;
  return <PdfPages {...{ opened, name, onShown }} />;
}

/** The zoom levels. At 1, a page is as wide as the available space, up to `SCALE_MAX`. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
/** The maximum scale at zoom 1, in CSS pixels per point. On wide screens, longer lines would be hard to read. */
const SCALE_MAX = 1.5;

function PdfPages({ opened, name, onShown }: { opened: OpenPdf } & Pick<Props, 'name' | 'onShown'>) {
  const { pdf, size } = opened;
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [zoom, setZoom] = useState(1);
  const pages = useRef(new Map<number, HTMLElement>());
  const isLaidOut = width > 0;
  const page = usePresentPage(pages.current, isLaidOut);
  const shown = useEffectEvent(() => onShown?.([]));
  useEffect(() => {
    if (isLaidOut) shown();
  }, [isLaidOut]);
  const at = ZOOMS.indexOf(zoom);
  const goTo = (number: number) => pages.current.get(number)?.scrollIntoView({ block: 'start' });
  const zoomBy = (steps: number) => setZoom(ZOOMS[at + steps] ?? zoom);
  const press = (event: KeyboardEvent) => {
    const act = KEYS[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    if ('zoom' in act) zoomBy(act.zoom);
    else if ('page' in act) goTo(Math.min(Math.max(page + act.page, 1), pdf.numPages));
    else setZoom(1);
  };
  return (
    <div className={css.reader}>
      <PdfBar {...{ page, zoom }} pages={pdf.numPages} onPage={goTo} onZoom={zoomBy} />
      {/* A focusable scroll area, so that keys scroll it like a normal page. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={ref}
        className={css.pages}
        role="region"
        aria-label={name}
        aria-keyshortcuts={Object.keys(KEYS).join(' ')}
        tabIndex={0}
        onKeyDown={press}
      >
        {isLaidOut &&
          Array.from({ length: pdf.numPages }, (_, index) => index + 1).map((number) => (
            <PdfPage
              key={number}
              ref={(element) => {
                if (element) pages.current.set(number, element);
                else pages.current.delete(number);
              }}
              {...{ opened, number }}
              scale={Math.min(width / size.width, SCALE_MAX) * zoom}
            />
          ))}
      </div>
    </div>
  );
}

type Act = { readonly zoom: number } | { readonly page: number } | { readonly fit: true };
/** The keys that zoom and that turn pages. */
const KEYS: Readonly<Record<string, Act>> = {
  '+': { zoom: 1 },
  '=': { zoom: 1 },
  '-': { zoom: -1 },
  '0': { fit: true },
  ArrowRight: { page: 1 },
  ArrowLeft: { page: -1 },
};

/** Returns the number of the page in the middle of the window. */
function usePresentPage(pages: ReadonlyMap<number, HTMLElement>, areThere: boolean): number {
  const [page, setPage] = useState(1);
  useEffect(() => {
    if (!areThere) return;
    const watch = new IntersectionObserver(
      (entries) => {
        const inside = entries.findLast(({ isIntersecting }) => isIntersecting)?.target;
        for (const [number, element] of pages) if (element === inside) setPage(number);
      },
      { rootMargin: '-50% 0px -50% 0px' },
    );
    for (const element of pages.values()) watch.observe(element);
    return () => watch.disconnect();
  }, [pages, areThere]);
  return page;
}

type BarProps = {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  zoom: number;
  onZoom: (steps: -1 | 1) => void;
};

/** Shows and changes the page number and the zoom of a PDF. */
function PdfBar({ page, pages, onPage, zoom, onZoom }: BarProps) {
  const say = useSay();
  const [typed, setTyped] = useState<string>();
  const go = () => {
    const wanted = Number(typed);
    setTyped(undefined);
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= pages) onPage(wanted);
  };
  return (
    <div className={css.bar}>
      <form
        className={css.places}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <input
          className={css.number}
          aria-label={say('reading.page', { number: page, pages })}
          inputMode="numeric"
          value={typed ?? String(page)}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={go}
        />
        <span aria-hidden>{say('reading.ofPages', { pages })}</span>
      </form>
      <div className={css.places}>
        <ActionIcon
          variant="default"
          aria-label={say('reading.zoomOut')}
          disabled={zoom === ZOOMS[0]}
          onClick={() => onZoom(-1)}
        >
          <IconZoomOut size={18} aria-hidden />
        </ActionIcon>
        <output className={css.zoom} aria-label={say('reading.zoom')}>
          {`${Math.round(zoom * 100)}%`}
        </output>
        <ActionIcon
          variant="default"
          aria-label={say('reading.zoomIn')}
          disabled={zoom === ZOOMS.at(-1)}
          onClick={() => onZoom(1)}
        >
          <IconZoomIn size={18} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}
