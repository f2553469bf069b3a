import sharp from 'sharp';
import type { Look, Width } from './look.ts';

export type Shot = { readonly look: Look; readonly png: Buffer };

const SHOWN: Readonly<Record<Width, number>> = { wide: 700, phone: 240 };
const GAP = 8;
const LABEL = 18;

type Placed = { readonly input: Buffer; readonly left: number; readonly top: number };

/** Combines all looks of a screen in one image. Each language has a row, with wide looks before phone looks. */
export async function contactSheet(shots: readonly Shot[]): Promise<Buffer> {
  const placed: Placed[] = [];
  let [width, top] = [0, 0];
  for (const row of Map.groupBy(shots, ({ look }) => look.language).values()) {
    let [left, tallest] = [GAP, 0];
    for (const { look, png } of row) {
      const { data: input, info } = await sharp(png)
        .resize({ width: SHOWN[look.width] })
        .toBuffer({ resolveWithObject: true });
      placed.push({ input: labelOf(look), left, top }, { input, left, top: top + LABEL });
      left += info.width + GAP;
      tallest = Math.max(tallest, info.height);
    }
    width = Math.max(width, left);
    top += LABEL + tallest + GAP;
  }
  const sheet = sharp({ create: { width, height: top, channels: 3, background: '#8a7fa3' } });
  return sheet.composite(placed).png({ palette: true }).toBuffer();
}

const labelOf = ({ theme, language, width }: Look): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHOWN[width]}" height="${LABEL}"><text x="2" y="13" font-size="12" font-family="sans-serif" fill="#fff">${language} ${theme} ${width}</text></svg>`,
  );
