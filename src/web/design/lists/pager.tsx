import { ActionIcon, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { PAGE_SIZES } from '#contract/basics/choices.ts';
import { rememberPageSize } from '#web/design/lists/list-search.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './pager.module.css';

/** The page on screen and the number of rows. */
export type Page = {
  current: number;
  limit: number;
  total: number;
  /** True if there are more rows than `total`, because the server stopped counting at `total`. */
  isMore?: boolean;
  /**
   * The page sizes of this list, if they differ from the usual ones. The chosen size is not remembered for other lists.
   */
  sizes?: readonly number[];
};

/** Paging in the URL: the shown range, the total, the page size, and buttons first, previous, next and last. */
export function Pager({ current, limit, total, isMore = false, sizes }: Page) {
  const say = useSay();
  const navigate = useNavigate();
  const pages = Math.max(1, Math.ceil(total / limit));
  const go = (change: { page?: number | undefined; limit?: number }) =>
    navigate({ to: '.', search: (before: object) => ({ ...before, ...change }) });
  const goTo = (page: number) => void go({ page: page > 1 ? page : undefined });
  const resize = (size: number) => {
    if (!sizes) rememberPageSize(size);
    void go({ limit: size, page: undefined });
  };
  const from = total === 0 ? 0 : (current - 1) * limit + 1;
  const steps = [
    { to: 1, label: say('list.firstPage'), Icon: IconChevronsLeft, isOff: current <= 1 },
    { to: current - 1, label: say('list.previousPage'), Icon: IconChevronLeft, isOff: current <= 1 },
    { to: current + 1, label: say('list.nextPage'), Icon: IconChevronRight, isOff: !isMore && current >= pages },
    { to: pages, label: say('list.lastPage'), Icon: IconChevronsRight, isOff: isMore || current >= pages },
  ];
  return (
    <nav className={css.pager} aria-label={say('list.pages')}>
      <span className={css.count}>
        {say(isMore ? 'list.shownOfMore' : 'list.shown', {
          from: formatQuantity(from),
          to: formatQuantity(Math.min(total, current * limit)),
          total: formatQuantity(total),
        })}
      </span>
      <label className={css.size}>
        <span>{say('list.perPage')}</span>
        <NativeSelect
          size="xs"
          data={(sizes ?? PAGE_SIZES).map(String)}
          value={String(limit)}
          onChange={(event) => resize(Number(event.currentTarget.value))}
        />
      </label>
      <span className={css.steps}>
        {steps.map(({ to, label, Icon, isOff }) => (
          <ActionIcon key={label} color="gray" aria-label={label} disabled={isOff} onClick={() => goTo(to)}>
            <Icon size={18} />
          </ActionIcon>
        ))}
      </span>
      <span className="visually-hidden" aria-current="page">
        {say(isMore ? 'list.pageOfMore' : 'list.pageOf', { page: current, pages })}
      </span>
    </nav>
  );
}
