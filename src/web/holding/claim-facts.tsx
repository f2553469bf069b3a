import type { ConfirmedStatement, Retirement } from '#contract/holding/retirement.ts';
import { IconBuildingBank, IconClock, IconLeaf } from '@tabler/icons-react';
import type { RegistryState } from '#domain/claim/registry-retirement.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { countryName } from '#web/platform/format/country-name.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

const STATES = {
  requested: { tone: 'quiet', icon: IconClock },
  platform: { tone: 'warn', icon: IconLeaf },
  registry: { tone: 'good', icon: IconBuildingBank },
} as const;

/** Shows whether RECs were retired here only, or at the registry as well. */
export function RegistryBadge({ state }: { state: RegistryState }) {
  return <StatusBadge {...STATES[state]} label={`claim.states.${state}`} />;
}

type Place = { readonly country: string; readonly location: string | null };

/** Shows where the electricity was consumed. `location` is null if the reader may not see it. */
export function PlaceFacts({ country, location }: Place) {
  const say = useSay();
  const language = useLanguage();
  return (
    <>
      <Fact label="claim.country">{country === '' ? say('claim.unknown') : countryName(country, language)}</Fact>
      {location !== null && <Fact label="claim.location">{location || say('claim.unknown')}</Fact>}
    </>
  );
}

/** Shows the claim of a retirement: its reporting period and its purpose. What was never asked is unknown. */
export function ClaimCard({ claim }: Pick<Retirement, 'claim'>) {
  return (
    <Card title="claim.title">
      <Facts>
        <ClaimFacts claim={claim} />
      </Facts>
    </Card>
  );
}

/** Shows the reporting period and the purpose of a claim. */
export function ClaimFacts({ claim }: Pick<Retirement, 'claim'>) {
  const say = useSay();
  const { periodFrom, periodTo, purpose, purposeText } = claim;
  return (
    <>
      <Fact label="claim.period">
        {periodFrom === null || periodTo === null ? say('claim.unknown') : `${periodFrom} – ${periodTo}`}
      </Fact>
      <Fact label="claim.purpose">{say(`claim.purposes.${purpose}`)}</Fact>
      {purposeText !== '' && <Fact label="claim.purposeText">{purposeText}</Fact>}
    </>
  );
}

/** Shows what was recorded of the retirement at registries, or says plainly that nothing was. */
export function RegistryCard({ registry }: { registry: ConfirmedStatement['registry'] }) {
  return (
    <Card title="claim.registryTitle">
      {registry.length === 0 ? (
        <Notice tone="warn" icon={IconBuildingBank} title="claim.notAtRegistry" />
      ) : (
        registry.map((entry) => <RegistryFacts key={`${entry.registry} ${entry.reference}`} entry={entry} />)
      )}
    </Card>
  );
}

function RegistryFacts({ entry }: { entry: ConfirmedStatement['registry'][number] }) {
  const { registry, reference, verificationKey, address, retiredOn } = entry;
  return (
    <Facts>
      <Fact label="claim.registry">{registry}</Fact>
      <Fact label="claim.reference">{reference}</Fact>
      <Fact label="claim.verificationKey">{verificationKey}</Fact>
      <Fact label="claim.registryDay">{retiredOn}</Fact>
      {address !== '' && (
        <Fact label="claim.address" isWide>
          <a href={address} rel="noreferrer nofollow" target="_blank">
            {address}
          </a>
        </Fact>
      )}
    </Facts>
  );
}
