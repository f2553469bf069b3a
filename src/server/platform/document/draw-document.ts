import { buffer } from 'node:stream/consumers';
import { inkOf } from '#domain/basics/shades.ts';
import type { PdfDocument } from '#server/platform/document/document.ts';
import { paginate } from '#server/platform/document/paginate.ts';
import { INK, MARGIN, openPen, QUIET, type Pen, type Style } from '#server/platform/document/pen.ts';
import { rowOfText, rowsOfBlock } from '#server/platform/document/rows-of-block.ts';
import { wordsIn } from '#server/platform/http/words.ts';

const HEAD = 40;
const FOOT = 30;
const SMALL: Style = { weight: 'regular', size: 8, color: QUIET };

/**
 * Draws a PDF. The PDF contains only the used characters of the fonts. Its text, tables and language are tagged for
 * screen readers.
 */
export async function drawDocument(document: PdfDocument): Promise<Uint8Array> {
  const pen = openPen(document);
  const { doc, root } = pen;
  const bytes = buffer(doc);
  const rows = [
    rowOfText(pen, 'title', document.title),
    ...document.blocks.flatMap((block) => rowsOfBlock(pen, block)),
  ];
  const top = MARGIN + HEAD;
  const bottom = (document.isWide ? 595.28 : 841.89) - MARGIN - FOOT;
  const pages = paginate(rows, bottom - top);
  for (const [index, page] of pages.entries()) {
    doc.addPage();
    drawHead(pen, document);
    drawFoot(pen, document, { page: index + 1, pages: pages.length, y: bottom + FOOT - 12 });
    let y = top;
    const heading = page.isContinued ? page.rows[0]?.heading : undefined;
    heading?.drawAgain(y);
    y += heading?.height ?? 0;
    for (const row of page.rows) {
      row.draw(y);
      y += row.height;
    }
  }
  root.end();
  doc.end();
  return bytes;
}

/** Draws the brand and the document's number above each page. */
function drawHead(pen: Pen, { brand, language, number }: PdfDocument): void {
  const color = inkOf(brand.primaryColor);
  const half = pen.width / 2;
  const line = { y: MARGIN + 4, width: half, height: 12 };
  const name: Style = { weight: 'bold', size: 13, color };
  pen.aside(() => {
    pen.write(brand.name, name, { x: MARGIN, y: MARGIN - 12, width: half });
    pen.write(brand.title[language], SMALL, { ...line, x: MARGIN, y: MARGIN + 7 });
    pen.write(number, { ...SMALL, color: INK }, { ...line, x: MARGIN + half, y: MARGIN + 7, align: 'end' });
    pen.doc.rect(MARGIN, MARGIN + 22, pen.width, 1.6).fill(color);
  });
}

function drawFoot(
  pen: Pen,
  { language, title, number }: PdfDocument,
  { page, pages, y }: { page: number; pages: number; y: number },
): void {
  const words = wordsIn(language);
  const half = pen.width / 2;
  pen.aside(() => {
    pen.write(`${title} · ${number}`, SMALL, { x: MARGIN, y, width: half * 1.5, height: 12 });
    const place = words('document.page', { page, pages });
    pen.write(place, SMALL, { x: MARGIN + half, y, width: half, align: 'end' });
  });
}
