import { env, envStore } from '#web/platform/page/env.ts';
import { useStore } from '#web/platform/storage/store.ts';
import css from './brand-mark.module.css';

/**
 * Shows the brand's logo, with the name as alternative text. For a brand without a logo, shows the icon and the name.
 */
export function BrandMark({ height = 28 }: { height?: number }) {
  const { brand } = useStore(envStore) ?? env();
  if (brand.logoUrl !== null) return <img className={css.logo} src={brand.logoUrl} alt={brand.name} height={height} />;
  return (
    <span className={css.written} style={{ minHeight: height }}>
      <img src={brand.iconUrl} alt="" width={height} height={height} />
      <span className={css.name}>{brand.name}</span>
    </span>
  );
}
