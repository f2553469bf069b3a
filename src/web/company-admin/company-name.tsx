import { Link, useSearch } from '@tanstack/react-router';
import css from './company-name.module.css';

type Props = { company: { readonly companyName: string; readonly englishCompanyName: string }; to: string };

/** A company in a list, leading to its page, which leads back to the list as it stands now. */
export function CompanyName({ company, to }: Props) {
  const list = useSearch({ strict: false });
  const { companyName, englishCompanyName } = company;
  return (
    <div className={css.company}>
      <Link to={to} state={{ list }} className={css.name}>
        {companyName}
      </Link>
      {englishCompanyName && <div className={css.english}>{englishCompanyName}</div>}
    </div>
  );
}
