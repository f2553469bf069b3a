import type { Beneficiary } from '#domain/holding/beneficiary.ts';
import { Fact, Facts } from '#web/design/facts.tsx';
import { useSay } from '#web/platform/phrase.ts';

/** For whom RECs are retired. */
export function BeneficiaryFacts({ beneficiary }: { beneficiary: Beneficiary }) {
  const say = useSay();
  const { accountType, name, nameOnCertificates, buildingOwnerName, address } = beneficiary;
  return (
    <Facts>
      <Fact label="beneficiary.accountType">{say(`beneficiary.${accountType}`)}</Fact>
      <Fact label={accountType === 'Building' ? 'beneficiary.buildingName' : 'beneficiary.name'}>{name}</Fact>
      {buildingOwnerName && <Fact label="beneficiary.buildingOwnerName">{buildingOwnerName}</Fact>}
      <Fact label="beneficiary.nameOnCertificates">{nameOnCertificates}</Fact>
      <Fact label="beneficiary.address" isWide>
        {address}
      </Fact>
    </Facts>
  );
}
