import { IconArrowRight } from '@tabler/icons-react';
import type { AccountChange } from '#contract/company/company.ts';
import type { CompanyField } from '#domain/company/company.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './field-changes.module.css';

/** By field of a history; the compiler asks for each field of a company. */
const LABELS: Readonly<Record<CompanyField | 'maxBidQuantity', PhraseKey>> = {
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
};

const isLabelled = (field: string): field is keyof typeof LABELS => Object.hasOwn(LABELS, field);

/** Fields whose values are codes, with the names of their words. */
const WORDS: Readonly<Record<string, (code: string) => string>> = {
  country: (code) => `country.${code}`,
  province: (code) => `province.${code}`,
  businessType: (code) => `businessType.${code}`,
};
const ofMember = (code: string): string => `member.${code}`;

type Props = Pick<AccountChange, 'kind' | 'changes'>;

/** What stood in each field, and what stands there now; where it is about members, names stand for fields and roles in them. */
export function FieldChanges({ kind, changes }: Props) {
  const say = useSay();
  const isOfFields = kind === 'edited' || kind === 'max_bid_quantity';
  const labelOf = (field: string): string => {
    return isOfFields && isLabelled(field) ? say(LABELS[field]) : field;
  };
  const textOf = (field: string, value: string): string => {
    if (value === '') return say('account.empty');
    if (kind === 'max_bid_quantity') return formatQuantity(Number(value));
    const words = isOfFields ? WORDS[field] : kind.startsWith('webhook') ? undefined : ofMember;
    return words ? say(words(value) as PhraseKey) : value;
  };
  if (changes.length === 0) return null;
  return (
    <dl className={css.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{labelOf(field)}</dt>
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
