import type { Beneficiary } from '#domain/holding/beneficiary.ts';
import { Fact } from '#web/design/layout/facts.tsx';
import { PlaceFacts } from '#web/holding/claim-facts.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Shows all data of a beneficiary, to admins and to members of the company that chose the beneficiary. */
export function BeneficiaryFacts({ beneficiary }: { beneficiary: Beneficiary }) {
  const say = useSay();
  const { accountType, name, nameOnCertificates, buildingOwnerName, address, country, location } = beneficiary;
  return (
    <>
      <Fact label="beneficiary.title">{name}</Fact>
      <Fact label="beneficiary.accountType">{say(`beneficiary.${accountType}`)}</Fact>
      <Fact label="beneficiary.nameOnCertificates">{nameOnCertificates}</Fact>
      {accountType === 'Building' && <Fact label="beneficiary.buildingOwnerName">{buildingOwnerName}</Fact>}
      <Fact label="beneficiary.address" isWide>
        {address}
      </Fact>
      <PlaceFacts country={country} location={location} />
    </>
  );
}
