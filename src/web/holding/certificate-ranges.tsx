import type { CertificateRange } from '#contract/claim/certificate-range.ts';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { countryName } from '#web/platform/format/country-name.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './holding.module.css';

/** Shows the certificates that were named for retired RECs, with their devices, or says that none were named. */
export function CertificateRanges({ ranges }: { ranges: readonly CertificateRange[] }) {
  const say = useSay();
  return (
    <Card title="retiredRange.title">
      {ranges.length === 0 ? (
        <p className={css.note}>{say('retiredRange.none')}</p>
      ) : (
        ranges.map((range) => <RangeFacts key={`${range.device.registryId} ${range.lot.first}`} range={range} />)
      )}
    </Card>
  );
}

/** Shows one range and its device. Null and empty values are unknown, which must stay visible. */
function RangeFacts({ range: { device, lot } }: { range: CertificateRange }) {
  const say = useSay();
  const language = useLanguage();
  const known = (text: string | null): string => text || say('claim.unknown');
  const answer = (value: boolean | null): string =>
    say(`claim.check.${value === null ? 'unknown' : value ? 'yes' : 'no'}`);
  return (
    <Facts>
      <Fact label="retiredRange.first">
        <span className={css.number}>{lot.first}</span>
      </Fact>
      <Fact label="retiredRange.last">
        <span className={css.number}>{lot.last}</span>
      </Fact>
      <Fact label="document.megawattHours">{lot.quantity}</Fact>
      <Fact label="retiredRange.production">
        {lot.production ? `${lot.production.from} – ${lot.production.to}` : say('claim.unknown')}
      </Fact>
      <Fact label="retiredRange.issuedOn">{known(lot.issuedOn)}</Fact>
      <Fact label="retiredRange.expiresOn">{known(lot.expiresOn)}</Fact>
      <Fact label="retiredRange.issuer">{known(lot.issuer)}</Fact>
      <Fact label="retiredRange.offsets">{answer(lot.includesOffsets)}</Fact>
      <Fact label="retiredRange.device">{`${device.name} (${device.registry} ${device.registryId})`}</Fact>
      <Fact label="retiredRange.origin">
        {device.country === '' ? say('claim.unknown') : countryName(device.country, language)}
      </Fact>
      <Fact label="retiredRange.fuel">{known(`${device.fuelCode} ${device.fuelText}`.trim())}</Fact>
      <Fact label="retiredRange.technology">{known(`${device.technologyCode} ${device.technologyText}`.trim())}</Fact>
      <Fact label="retiredRange.capacity">{known(device.capacity)}</Fact>
      <Fact label="retiredRange.commissionedOn">{known(device.commissionedOn)}</Fact>
      <Fact label="retiredRange.repoweredOn">{known(device.repoweredOn)}</Fact>
      <Fact label="retiredRange.supported">{answer(device.isSupported)}</Fact>
      <Fact label="retiredRange.labels">{known(device.labels.join(', '))}</Fact>
    </Facts>
  );
}
