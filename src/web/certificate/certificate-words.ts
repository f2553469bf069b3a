import type { CertificateRange, NamingDue } from '#contract/certificate/backing.ts';
import type { DeviceFacts } from '#contract/certificate/device.ts';
import type { useSay } from '#web/platform/phrases/phrase.ts';

type Say = ReturnType<typeof useSay>;

/** Returns the short facts about a device that a buyer compares, each “unknown” where it is unknown. */
export function deviceFactsOf(say: Say, device: DeviceFacts): readonly string[] {
  const unknown = say('certificate.unknown');
  const since = device.repoweredOn ?? device.commissionedOn;
  return [
    say(`fuel.${device.fuelType}`) + (device.technologyCode === null ? '' : ` (${device.technologyCode})`),
    say(device.repoweredOn === null ? 'certificate.commissionedShort' : 'certificate.repoweredShort', {
      date: since ?? unknown,
    }),
    say('certificate.supportedShort', { answer: say(`certificate.support.${device.supported}`) }),
    say('certificate.labelsShort', { labels: device.labels ?? unknown }),
  ];
}

/** Returns until when the seller names certificates of sold RECs. */
export const dueText = (say: Say, { dueOn, daysAfterPayment: days }: NamingDue): string =>
  dueOn === null ? say('certificate.nameAfterPayment', { days }) : say('certificate.nameBy', { date: dueOn });

/** Returns the facts about the certificates of a range. */
export const lotFactsOf = (say: Say, { lot }: CertificateRange): readonly string[] => [
  say('certificate.periodShort', { from: lot.periodFrom, to: lot.periodTo }),
  say('certificate.expiresShort', { date: lot.expiresOn ?? say('certificate.unknown') }),
];
