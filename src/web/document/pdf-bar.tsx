import { ActionIcon } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './pdf.module.css';

type Props = {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** 1 is as wide as there is room. */
  zoom: number;
  onZoom: (steps: -1 | 1) => void;
  mayZoomOut: boolean;
  mayZoomIn: boolean;
};

/** Where one is in a PDF, and how large it is. */
export function PdfBar({ page, pages, onPage, zoom, onZoom, mayZoomOut, mayZoomIn }: Props) {
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
          disabled={!mayZoomOut}
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
          disabled={!mayZoomIn}
          onClick={() => onZoom(1)}
        >
          <IconZoomIn size={18} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}
