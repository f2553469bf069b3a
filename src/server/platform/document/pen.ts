import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { PdfDocument } from '#server/platform/document/document.ts';
import type { Language } from '#domain/basics/language.ts';

const FOLDER = '@expo-google-fonts/noto-sans-sc';
const read = (file: string): Buffer => readFileSync(createRequire(import.meta.url).resolve(`${FOLDER}/${file}`));
/** The fonts, which are read once per thread. A document contains only the characters that it uses. */
const FONTS = {
  regular: read('400Regular/NotoSansSC_400Regular.ttf'),
  bold: read('600SemiBold/NotoSansSC_600SemiBold.ttf'),
};
export type Weight = keyof typeof FONTS;

export const INK = '#1b2430';
export const QUIET = '#5b6675';
export const RULE = '#d5dae1';

export type Style = { readonly weight: Weight; readonly size: number; readonly color: string };

/** Margin in points; the long side of A4 is 841.89. */
export const MARGIN = 48;

export type Doc = InstanceType<typeof PDFDocument>;
export type Tag = ReturnType<Doc['struct']>;

/** A PDF that is being drawn: its pages, its structure, and the sizes of texts in it. */
export type Pen = {
  readonly doc: Doc;
  /** Root of the structure: everything that a screen reader reads, in reading order. */
  readonly root: Tag;
  readonly width: number;
  /** Returns the width of one line in bold. A text that fits in bold also fits in regular. */
  widthOf(text: string, size: number): number;
  measure(text: string, style: Style, width: number): number;
  write(text: string, style: Style, box: Box): void;
  /** Draws parts that screen readers skip: thin lines, colors, and text that is repeated on every page. */
  aside(draw: () => void): void;
};
/** The place of a text on a page. With `align: 'end'` the text is aligned to the right edge. */
export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'start' | 'end';
  readonly height?: number;
  readonly link?: string;
};

const TAGS = { en: 'en', zh: 'zh-Hans' } as const;

/** Begins a PDF for a document, without a page. The caller adds pages and ends the PDF. */
export function openPen({ language, title, brand, statedAt, isWide }: PdfDocument): Pen {
  const doc = new PDFDocument({
    size: 'A4',
    layout: isWide ? 'landscape' : 'portrait',
    // Rows are assigned to pages before they are drawn, so pdfkit must never begin a page by itself.
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: TAGS[language],
    displayTitle: true,
    info: { Title: title, Author: brand.name, Creator: brand.name, CreationDate: statedAt, ModDate: statedAt },
  });
  for (const [weight, bytes] of Object.entries(FONTS)) doc.registerFont(weight, bytes);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const legible = legibleIn(doc, language);
  const set = ({ weight, size }: Style): Doc => doc.font(weight).fontSize(size);
  return {
    doc,
    root,
    width: (isWide ? 841.89 : 595.28) - 2 * MARGIN,
    widthOf: (text, size) => doc.font('bold').fontSize(size).widthOfString(legible(text)) + 0.01,
    measure(text, style, width) {
      set(style);
      const said = legible(text);
      const isOneLine = !said.includes('\n') && doc.widthOfString(said) <= width;
      return isOneLine ? doc.currentLineHeight(true) : doc.heightOfString(said, { width });
    },
    write(text, style, { x, y, width, align = 'start', height, link }) {
      set(style).fillColor(style.color);
      const said = legible(text);
      const own = said.includes('\n') ? Number.POSITIVE_INFINITY : doc.widthOfString(said);
      if (own <= width) doc.text(said, align === 'end' ? x + width - own : x, y, { lineBreak: false, link });
      else doc.text(said, x, y, { width, align: align === 'end' ? 'right' : 'left', height, link, ellipsis: true });
    },
    aside(draw) {
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      doc.endMarkedContent();
    },
  };
}

type WithGlyphs = { readonly _font: { readonly font: { hasGlyphForCodePoint(code: number): boolean } } };

/**
 * Returns a function that replaces characters missing in the fonts by their codes, such as `[U+20BB7]`. A code looks
 * odd, but without it a name in a document could be wrong and nobody would notice. Invisible characters are removed.
 */
function legibleIn(doc: Doc, language: Language): (text: string) => string {
  doc.font('regular');
  const { font } = (doc as unknown as WithGlyphs)._font;
  const signOf = (sign: string): string => {
    const code = sign.codePointAt(0) ?? 0;
    return font.hasGlyphForCodePoint(code) ? sign : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  };
  return (text) =>
    inQuotesOf(language, text)
      .replaceAll(/[^\P{Cc}\n]/gu, ' ')
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/[^ -~\n]/gu, signOf);
}

/**
 * Replaces curly quotation marks by straight ones, because the fonts draw curly ones as wide as a Chinese character. In
 * Chinese text, replaces only apostrophes after an English letter.
 */
const inQuotesOf = (language: Language, text: string): string =>
  language === 'zh' ? text.replaceAll(/(?<=[a-z])’/gi, "'") : text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');
