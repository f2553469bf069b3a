import { useQuery } from '@tanstack/react-query';
import type { Auction } from '#contract/auction/auction.ts';
import { listTickSizes } from '#contract/tick.ts';
import { AUCTION_TYPES, DIRECTIONS } from '#domain/auction/direction.ts';
import { TITLE_LENGTH_MAX } from '#domain/auction/judge-settings.ts';
import { defaultTickCents, decimalOfCents } from '#domain/basics/price.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { helpOnTerm } from '#web/design/feedback/term.tsx';
import { SearchSelectField } from '#web/design/fields/select-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { AccountField } from '#web/auction-editor/settings/account-field.tsx';
import type { Settings } from '#web/auction-editor/settings/settings-form.ts';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { ChoiceField, SwitchField } from '#web/design/fields/switch-field.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import type { Form, Field } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { formatStep } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

/** The props of every section of the settings form. */
export type SettingsPart = {
  form: Form<Settings>;
  auction: Auction | undefined;
  /** True after the start, when nothing can be changed. */
  isClosed: boolean;
};

/**
 * Returns props that disable a field. The owner and the minimum quantities are fixed while items exist
 * (docs/rules.md#auction-settings), and their fields show this reason.
 */
const lockOf = ({ auction, isClosed }: SettingsPart) => {
  const hasItems = (auction?.items.length ?? 0) > 0;
  return {
    isDisabled: isClosed || hasItems,
    ...(hasItems && !isClosed && { disabledReason: 'error.locked_while_items_exist' as const }),
  };
};

/** Title, owner, direction, visibility and other general settings. */
export function BasicsSection(part: SettingsPart) {
  const say = useSay();
  const language = useLanguage();
  const { form, auction, isClosed } = part;
  const owner = auction && {
    value: auction.sellerInformation.accountId,
    label: companyNameIn(language, auction.sellerInformation),
  };
  return (
    <FormSection title="auction.basics" hint="auction.basicsHint">
      <Wide>
        <TextField
          {...form.field('title')}
          label="auction.title"
          help={{ text: say('auction.titleHelp', { maximum: TITLE_LENGTH_MAX }) }}
          isRequired
          isDisabled={isClosed}
          autoFocus={!auction}
        />
      </Wide>
      <Wide>
        <AccountField
          {...form.field('ownerAccountId')}
          {...lockOf(part)}
          label="auction.owner"
          help={helpOnTerm(`direction.${form.values.auctionType}.ownerHelp`, 'auctionOwner')}
          present={owner}
        />
      </Wide>
      <Direction {...part} />
      <Visibility {...part} />
      <Wide>
        <Spot {...part} />
      </Wide>
    </FormSection>
  );
}

function Direction({ form, auction, isClosed }: SettingsPart) {
  const say = useSay();
  // Hidden if the deployment has no reverse auctions, unless this auction is already a reverse one.
  if (!env().flags.reverseAuction && auction?.auctionType !== 'Reverse') return null;
  return (
    <ChoiceField
      {...form.field('auctionType')}
      label="auction.auctionType"
      help={helpOnTerm('auction.auctionTypeHelp', 'reverseAuction')}
      isDisabled={isClosed}
      choices={AUCTION_TYPES.map((type) => ({ value: type, label: say(`direction.${type}.name`) }))}
    />
  );
}

/**
 * The choice between a private auction, for added bidders, and a public auction, to which bidders register themselves.
 */
function Visibility({ form, isClosed }: SettingsPart) {
  const say = useSay();
  const { value, onChange, ...field } = form.field('isPrivate');
  return (
    <ChoiceField
      {...field}
      value={value ? 'private' : 'public'}
      onChange={(choice) => onChange(choice === 'private')}
      label="auction.visibility"
      help={value ? 'auction.visibilityPrivate' : 'auction.visibilityPublic'}
      isDisabled={isClosed}
      choices={[
        { value: 'private', label: say('status.private') },
        { value: 'public', label: say('status.public') },
      ]}
    />
  );
}

/** The switch for RECs that have already been issued. It is not available for every direction. */
function Spot({ form, isClosed }: SettingsPart) {
  const field = form.field('spotRecs');
  // An active switch can always be turned off, also if the direction no longer allows it.
  const isRefused = !DIRECTIONS[form.values.auctionType].mayHoldSpot && !field.value;
  return (
    <SwitchField
      {...field}
      label="auction.spotRecs"
      help={helpOnTerm('auction.spotHelp', 'spotRecs')}
      isDisabled={isClosed || isRefused}
      {...(isRefused && { disabledReason: 'error.spot_not_supported_in_reverse' as const })}
    />
  );
}

/** The minimum quantities of the auction, in RECs. */
export function QuantitiesSection(part: SettingsPart) {
  const say = useSay();
  const quantity = { ...lockOf(part), suffix: say('unit.recs'), isRequired: true };
  return (
    <FormSection title="auction.quantities" hint="auction.quantitiesHint">
      <NumberField
        {...part.form.field('minimumRecQuantity')}
        label="auction.minimumRecQuantity"
        help="auction.minimumRecQuantityHelp"
        {...quantity}
      />
      <NumberField
        {...part.form.field('minimumBiddingRecQuantity')}
        label="auction.minimumBiddingRecQuantity"
        help="auction.minimumBiddingRecQuantityHelp"
        {...quantity}
      />
    </FormSection>
  );
}

/** The processing fees of seller and buyer, in percent. */
export function FeesSection({ form, auction, isClosed }: SettingsPart) {
  const percent = { digits: 2, suffix: '%', isRequired: true, isDisabled: isClosed };
  return (
    <FormSection title="auction.fees" hint="auction.feesHint">
      <NumberField
        {...form.field('sellerProcessingFee')}
        label="auction.sellerFee"
        help={helpOnTerm(`direction.${form.values.auctionType}.sellerFeeHelp`, 'processingFee')}
        {...percent}
      />
      <NumberField
        {...form.field('buyerProcessingFee')}
        label="auction.buyerFee"
        help={`direction.${form.values.auctionType}.buyerFeeHelp`}
        {...percent}
      />
      <TickField {...form.field('tickSizeId')} present={auction?.tickSize} isDisabled={isClosed} />
    </FormSection>
  );
}

const SHOWN_MOST = 100;
/** The value of the standard tick size in Mantine's list, which does not accept null. */
const STANDARD = 'standard';

type TickProps = Field<string | null> & { present: Auction['tickSize'] | undefined; isDisabled: boolean };

/** The tick size of bid prices: the standard one, or one that administrators defined. */
function TickField({ present, ...field }: TickProps) {
  const say = useSay();
  const { currency } = env();
  const query = { limit: SHOWN_MOST, currentPage: 1 };
  const { data } = useQuery({
    queryKey: ['tick-sizes', query],
    queryFn: ({ signal }) => api(listTickSizes, { query, signal }),
  });
  const standard = say('auction.tickSizeStandard', {
    step: formatStep(decimalOfCents(defaultTickCents()), currency),
  });
  const kept = (data?.items ?? []).map(({ id, name, priceStep }) => ({
    value: id,
    label: say('auction.tickSizeChoice', { name, step: formatStep(priceStep, currency) }),
  }));
  const isMissing = present?.id && !kept.some(({ value }) => value === present.id);
  const own = isMissing && present?.id ? [{ value: present.id, label: formatStep(present.priceStep, currency) }] : [];
  return (
    <SearchSelectField
      {...field}
      label="auction.tickSize"
      help={helpOnTerm('auction.tickSizeHelp', 'tickSize')}
      choices={[{ value: STANDARD, label: standard }, ...own, ...kept]}
      value={field.value ?? STANDARD}
      onChange={(value) => field.onChange(value === STANDARD ? null : value)}
    />
  );
}
