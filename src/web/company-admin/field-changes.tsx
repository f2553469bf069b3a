import { IconArrowRight } from '@tabler/icons-react';
import type { AccountChange } from '#contract/company.ts';
import { formatQuantity } from '#web/platform/format.ts';
import { useSay, type PhraseKey } from '#web/platform/phrase.ts';
import css from './field-changes.module.css';

const LABELS: Readonly<Record<string, PhraseKey>> = {
  companyName: 'company.companyName',
  englishCompanyName: 'company.englishCompanyName',
  registrationNumber: 'company.registrationNumber',
  registeredAddress: 'company.registeredAddress',
  businessAddress: 'company.businessAddress',
  country: 'company.country',
  province: 'company.province',
  businessType: 'company.businessType',
  picName: 'company.picName',
  picEmail: 'company.picEmail',
  picTelephone: 'company.picTelephone',
  contactNumber: 'company.contactNumber',
  sstNumber: 'company.sstNumber',
  contractAccountNumber: 'company.contractAccountNumber',
  maxBidQuantity: 'account.maxBidQuantity',
  status: 'auction.status',
};

/** Fields whose values are codes, with the name space of their words. */
const WORDS: Readonly<Record<string, string>> = {
  country: 'country',
  province: 'province',
  businessType: 'businessType',
};

/** What stood in each field, and what stands there now; members go by their names, and have roles. */
export function FieldChanges({ changes }: { changes: AccountChange['changes'] }) {
  const say = useSay();
  const textOf = (field: string, value: string): string => {
    if (value === '') return say('account.empty');
    if (field === 'maxBidQuantity') return formatQuantity(Number(value));
    const words = LABELS[field] ? WORDS[field] : 'member';
    return words ? say(`${words}.${value}` as PhraseKey) : value;
  };
  if (changes.length === 0) return null;
  return (
    <dl className={css.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{LABELS[field] ? say(LABELS[field]) : field}</dt>
          <dd>
            <del>{textOf(field, before)}</del>
            <IconArrowRight size={14} aria-hidden />
            <ins>{textOf(field, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
