import type { ColumnType, Generated } from 'kysely';
import type { MemberRole } from '#domain/access/may.ts';
import type { AccountStatus } from '#domain/company/account-status.ts';
import type { Country } from '#domain/basics/country.ts';
import type { AccountChangeKind, FieldChange } from '#domain/company/account-changes.ts';
import type { BusinessType } from '#domain/company/business-type.ts';
import type { RegistrationEvent, RegistrationStatus } from '#domain/company/registration.ts';
import type { DefaultTime, Time } from '#server/platform/tables/column-types.ts';

/** The tables of companies and of who belongs to them, as queries see them. */
export type CompanyTables = {
  account: {
    id: string;
    company_name: string;
    english_company_name: Generated<string>;
    registration_number: Generated<string>;
    country: Country;
    province: Generated<string>;
    status: Generated<AccountStatus>;
    max_bid_quantity: number | null;
    created_at: DefaultTime;
    registered_address: Generated<string>;
    business_address: Generated<string>;
    business_type: Generated<BusinessType>;
    pic_name: Generated<string>;
    pic_email: Generated<string>;
    pic_telephone: Generated<string>;
    contact_number: Generated<string>;
    sst_number: Generated<string>;
    contract_account_number: Generated<string>;
    version: Generated<number>;
    /** Exists in rehearsals only. */
    is_simulated: Generated<boolean>;
  };
  account_member: {
    account_id: string;
    user_id: string;
    role: Generated<MemberRole>;
    created_at: DefaultTime;
  };
  company_registration: {
    id: string;
    user_id: string;
    status: Generated<RegistrationStatus>;
    company_name: string;
    english_company_name: string;
    registration_number: string;
    registered_address: string;
    business_address: string;
    country: Country;
    province: string;
    business_type: BusinessType;
    pic_name: string;
    pic_email: string;
    pic_telephone: string;
    contact_number: string;
    sst_number: string;
    contract_account_number: string;
    language: 'en' | 'zh';
    version: Generated<number>;
    taken_up_by: string | null;
    submitted_at: DefaultTime;
    created_at: DefaultTime;
    updated_at: DefaultTime;
    account_id: string | null;
  };
  registration_remark: {
    id: Generated<string>;
    registration_id: string;
    at: DefaultTime;
    user_id: string;
    action: RegistrationEvent;
    content: string;
  };
  account_change: {
    id: Generated<string>;
    account_id: string;
    at: DefaultTime;
    user_id: string;
    kind: AccountChangeKind;
    remark: Generated<string>;
    changes: ColumnType<FieldChange[], string | undefined, string>;
  };
  account_invitation: {
    id: string;
    account_id: string;
    email: string;
    role: MemberRole;
    token_hash: string;
    invited_by: string;
    created_at: DefaultTime;
    expires_at: Time;
    accepted_at: Time | null;
    accepted_by: string | null;
    revoked_at: Time | null;
  };
};
