import { useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { cleanHtml, type Section } from '#web/document/clean-html.ts';
import css from '#web/design/rich-text/rich-text.module.css';

export type ReaderProps = {
  /** The level of the text's highest headings, one below the surrounding heading. */
  topLevel: number;
  /**
   * Called when the whole text and all its pictures are shown. The height of the text is then final. Receives the
   * headings of the text.
   */
  onShown?: ((sections: readonly Section[]) => void) | undefined;
};

/** A text with headings, lists, tables and pictures, in the application's own style. */
export function RichText({ html, topLevel, onShown }: ReaderProps & { html: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const { fragment, sections } = useMemo(() => cleanHtml(html, topLevel), [html, topLevel]);
  const shown = useEffectEvent(() => onShown?.(sections));
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    let isThere = true;
    element.replaceChildren(fragment.cloneNode(true));
    void Promise.all([...element.querySelectorAll('img')].map(whenDone)).then(() => isThere && shown());
    return () => {
      isThere = false;
    };
  }, [fragment]);
  return <div ref={ref} className={css.text} />;
}

/** Resolves when a picture is loaded, and also if it cannot be loaded. */
const whenDone = (picture: HTMLImageElement): Promise<void> =>
  picture.complete
    ? Promise.resolve()
    : new Promise((done) => {
        picture.addEventListener('load', () => done(), { once: true });
        picture.addEventListener('error', () => done(), { once: true });
      });
