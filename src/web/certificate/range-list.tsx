import type { CertificateRange } from '#contract/certificate/backing.ts';
import { deviceFactsOf, lotFactsOf } from '#web/certificate/certificate-words.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './certificates.module.css';

/** Ranges of certificates with their devices, as bidders and holders see them. */
export function RangeList({ ranges }: { ranges: readonly CertificateRange[] }) {
  const say = useSay();
  return (
    <ul className={css.ranges}>
      {ranges.map((range) => (
        <li key={range.id}>
          <strong>{range.device.name}</strong> · {say(`certificate.registry.${range.device.registry}`)}{' '}
          {range.device.registryId}
          <span className={css.under}>
            {[...deviceFactsOf(say, range.device), ...lotFactsOf(say, range)].join(' · ')}
          </span>
          <span className={css.serials}>
            {range.first} – {range.last} ({say('certificate.recs', { quantity: Number(range.quantity) })})
          </span>
        </li>
      ))}
    </ul>
  );
}
