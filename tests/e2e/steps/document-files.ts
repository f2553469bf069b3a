import PDFDocument from 'pdfkit';
import { aZip } from '#testing/builders/office-builders.ts';

/** Returns a PDF with this many pages, each with its number. */
export async function aPdfOf(pages: number): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4' });
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) pdf.addPage();
    pdf.fontSize(24).text(`Guide, page ${page}`);
  }
  pdf.end();
  const parts: Buffer[] = [];
  for await (const part of pdf) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const paragraph = (text: string, style?: string): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`;

/** Returns a Word file with a title and chapters, and with a link that would run code. */
export function aWordFile(chapters: readonly string[]): Buffer {
  const told = chapters.map((chapter) => paragraph(chapter, 'Heading2') + paragraph('How it is done. '.repeat(60)));
  const link = `<w:p><w:hyperlink r:id="rId2"><w:r><w:t>Press here</w:t></w:r></w:hyperlink></w:p>`;
  const style = (level: number): string =>
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`;
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${OFFICE}/hyperlink" Target="javascript:document.title=1" TargetMode="External"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${WORD}">${style(1)}${style(2)}</w:styles>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}"><w:body>${paragraph('The way of a bid', 'Heading1')}${told.join('')}${link}</w:body></w:document>`,
  };
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  return aZip(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(head + text) })));
}
