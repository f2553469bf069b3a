import { priceFormat } from '#domain/basics/price.ts';
import type { Piece, Template, ValueFormat } from '#domain/notice/text-template.ts';

export type TemplateValues = Readonly<Record<string, string | number | undefined>>;

/** Writes a text with values. Returns undefined if a value is missing. */
export function writeTemplate(template: Template, values: TemplateValues, locale: string): string | undefined {
  return writePieces(template, values, { locale, count: 0 });
}

function writePieces(
  template: Template,
  values: TemplateValues,
  scope: { readonly locale: string; readonly count: number },
): string | undefined {
  let text = '';
  for (const piece of template) {
    const written = writePiece(piece, values, scope);
    if (written === undefined) return undefined;
    text += written;
  }
  return text;
}

function writePiece(
  piece: Piece,
  values: TemplateValues,
  scope: { readonly locale: string; readonly count: number },
): string | undefined {
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'count') return new Intl.NumberFormat(scope.locale).format(scope.count);
  const value = values[piece.name];
  if (value === undefined) return undefined;
  if (piece.kind === 'value') return formatValue(value, piece.format, scope.locale);
  const count = piece.kind === 'plural' ? Number(value) : scope.count;
  const key =
    piece.kind === 'select' || piece.options.has(`=${value}`)
      ? `${piece.kind === 'plural' ? '=' : ''}${value}`
      : new Intl.PluralRules(scope.locale).select(count);
  const option = piece.options.get(key) ?? piece.options.get('other') ?? [];
  return writePieces(option, values, { ...scope, count });
}

function formatValue(value: string | number, format: ValueFormat, locale: string): string {
  if (format === 'plain') return String(value);
  const digits = format === 'price' ? priceFormat() : {};
  return new Intl.NumberFormat(locale, digits).format(Number(value));
}
