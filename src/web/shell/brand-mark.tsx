import { env } from '#web/platform/env.ts';

/** The variant's logo; its name is the text for those who don't see it. */
export function BrandMark({ height = 28 }: { height?: number }) {
  const { brand } = env();
  return <img src={brand.logoUrl} alt={brand.name} height={height} style={{ display: 'block', height }} />;
}
