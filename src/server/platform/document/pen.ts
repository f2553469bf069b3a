import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { PdfDocument } from '#server/platform/document/document.ts';
import type { Language } from '#domain/basics/language.ts';

const FOLDER = '@expo-google-fonts/noto-sans-sc';
const read = (file: string): Buffer => readFileSync(createRequire(import.meta.url).resolve(`${FOLDER}/${file}`));
/** Read once a thread; a document takes over the characters that it uses and no more. */
const FONTS = {
  regular: read('400Regular/NotoSansSC_400Regular.ttf'),
  bold: read('600SemiBold/NotoSansSC_600SemiBold.ttf'),
};
export type Weight = keyof typeof FONTS;

export const INK = '#1b2430';
export const QUIET = '#5b6675';
export const RULE = '#d5dae1';

export type Style = { readonly weight: Weight; readonly size: number; readonly color: string };

/** In points; the long side of A4 is 841.89. */
export const MARGIN = 48;

export type Doc = InstanceType<typeof PDFDocument>;
export type Tag = ReturnType<Doc['struct']>;

/** A PDF under way: its pages, its structure, and what texts measure in it. */
export type Pen = {
  readonly doc: Doc;
  /** Everything that is read aloud hangs below it, in the order of reading. */
  readonly root: Tag;
  readonly width: number;
  /** Of one line, were it stressed: what fits so fits otherwise. */
  widthOf(text: string, size: number): number;
  measure(text: string, style: Style, width: number): number;
  write(text: string, style: Style, box: Box): void;
  /** What stands on the page but isn't read: rules, colours, and what comes again on every page. */
  aside(draw: () => void): void;
};
/** `end` stands at the right edge. */
export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'start' | 'end';
  readonly height?: number;
  readonly link?: string;
};

const LANGUAGE_TAGS = { en: 'en', zh: 'zh-Hans' } as const;

export function openPen({ language, title, brand, statedAt, isWide }: PdfDocument): Pen {
  const doc = new PDFDocument({
    size: 'A4',
    layout: isWide ? 'landscape' : 'portrait',
    // Rows know their pages before they are drawn: nothing may begin one by itself.
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: LANGUAGE_TAGS[language],
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
 * A character that the fonts lack is written as its code, `[U+20BB7]`: a name that is wrong in a statement without
 * anybody noticing is worse than one that looks odd. What no paper shows is left out.
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

/** The fonts draw quotation marks as wide as a Chinese character: between English words straight ones stand for them. */
const inQuotesOf = (language: Language, text: string): string =>
  language === 'zh' ? text.replaceAll(/(?<=[a-z])’/gi, "'") : text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');
