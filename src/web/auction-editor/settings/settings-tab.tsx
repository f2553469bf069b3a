import { useQueryClient } from '@tanstack/react-query';
import { createAuction, updateAuction, type Auction } from '#contract/auction/auction.ts';
import { StoredFormSheet } from '#web/design/forms/stored-form-sheet.tsx';
import {
  ScheduleSection,
  SoftCloseSection,
  RecurrenceSection,
} from '#web/auction-editor/settings/schedule-sections.tsx';
import { BasicsSection, FeesSection, QuantitiesSection } from '#web/auction-editor/settings/settings-fields.tsx';
import {
  copiedSettings,
  judgeForm,
  NEW_SETTINGS,
  SETTING_LABELS,
  settingsOf,
  settingsRequest,
} from '#web/auction-editor/settings/settings-form.ts';
import { adminAuctionQuery } from '#web/auction-editor/use-auction.ts';
import { api } from '#web/platform/calls/api.ts';
import { nowMs } from '#web/platform/clock/clock.ts';

type Props = {
  /** Absent while a new auction is created. */
  auction?: Auction;
  /** The auction that is copied to a new one. */
  copied?: Auction;
  isClosed?: boolean;
  onSaved: (auction: Auction) => void;
  /** Reports whether there is unsaved input. */
  onDirty?: (isDirty: boolean) => void;
};

/** The settings of an auction, new or stored. The domain's rules check them here and on the server. */
export function SettingsTab({ auction, copied, isClosed = false, onSaved, onDirty }: Props) {
  const queryClient = useQueryClient();
  const fresh = auction && (() => queryClient.fetchQuery({ ...adminAuctionQuery(auction.id), staleTime: 0 }));
  return (
    <StoredFormSheet
      stored={auction}
      empty={copied ? copiedSettings(copied) : NEW_SETTINGS}
      valuesOf={settingsOf}
      judge={judgeForm(auction, nowMs)}
      labels={SETTING_LABELS}
      send={(values, keys, seen) => {
        const settings = settingsRequest(values);
        if (auction)
          return api(updateAuction, { params: { id: auction.id }, body: { ...settings, version: seen?.version } });
        const body = { ...settings, ...(copied && { itemsOf: copied.id }) };
        return api(createAuction, { body, key: keys.keyFor(body) });
      }}
      {...(fresh && { fresh })}
      isClosed={isClosed}
      onSaved={onSaved}
      onDirty={onDirty}
      submit={auction ? undefined : 'auction.saveAndAddItems'}
    >
      {(form) => {
        const part = { form, auction, isClosed };
        return (
          <>
            <BasicsSection {...part} />
            <ScheduleSection {...part} />
            <SoftCloseSection {...part} />
            {!auction?.rehearsalOf && <RecurrenceSection {...part} />}
            <QuantitiesSection {...part} />
            <FeesSection {...part} />
          </>
        );
      }}
    </StoredFormSheet>
  );
}
