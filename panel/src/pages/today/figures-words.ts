import { grouped } from '../../words/format.tsx';
import { inLanguages } from '../../words/language.ts';

/** From here on, a duration is shown in days. */
export const DAYS_FROM_HOURS = 48;
export const HOURS_A_DAY = 24;

function inDays(hours: number): string {
  return (hours / HOURS_A_DAY).toFixed(1);
}

/** `+12.5` for 0.125, with a minus sign as wide as the plus sign. */
function signed(change: number): string {
  const parts = Math.round(Math.abs(change) * 1000) / 10;
  if (parts === 0) return '±0';
  return `${change > 0 ? '+' : '−'}${grouped(parts)}`;
}

/** How a measure changed: `by` 0.125, a part of the value before if `isRelative`, and that value in words. */
interface Change {
  readonly by: number;
  readonly isRelative: boolean;
  readonly before: string;
}

export const figuresWords = inLanguages({
  en: {
    title: 'Performance',
    how: 'By order date.',
    span: 'Period',
    spans: { '7': '7 days', '30': '30 days', '90': '90 days', '365': 'A year' },
    measureOf: 'Metric',
    measure: {
      parcels: 'Parcels',
      onTime: 'On time',
      failed: 'Failed deliveries',
      returned: 'RTO',
      hours: 'Time to deliver',
    },
    means: {
      parcels: 'Number of orders.',
      onTime: 'Share delivered by the promised date.',
      failed: 'Parcels with at least one failed delivery.',
      returned: 'Parcels returned to origin.',
      hours: 'Median time from pickup to delivery.',
    },
    time: { day: 'Day by day', week: 'Week by week' },
    byCarrier: 'By courier',
    byZone: 'By zone',
    byState: 'By state',
    zone: (letter: string) => `Zone ${letter}`,
    noState: 'Other',
    asTable: 'Table',
    asPicture: 'Chart',
    csv: 'CSV',
    none: 'No orders in this period.',
    begins: (day: string) => `No orders in this period before ${day}.`,
    column: {
      when: 'From',
      carrier: 'Courier',
      zone: 'Zone',
      state: 'State',
      parcels: 'Parcels',
      delivered: 'Delivered',
      onTime: 'On time',
      failed: 'Failed',
      returned: 'RTO',
      p50: 'Time to deliver',
      p90: '90th percentile',
      owed: 'COD owed',
      freight: 'Freight',
    },
    low: { parcels: 'Few', onTime: 'Low', failed: 'Low', returned: 'Low', hours: 'Short' },
    high: { parcels: 'Many', onTime: 'High', failed: 'High', returned: 'High', hours: 'Long' },
    bar: (day: string, value: string) => `${day}: ${value}`,
    soFar: (bar: string) => `${bar} so far`,
    parcels: (n: number) => (n === 1 ? '1 parcel' : `${grouped(n)} parcels`),
    duration: (hours: number) =>
      hours < DAYS_FROM_HOURS ? `${grouped(Math.round(hours))} h` : `${inDays(hours)} days`,
    change: ({ by, isRelative }: Change) => `${signed(by)}${isRelative ? '%' : ' points'}`,
    nothingBefore: 'no earlier data',
    noneBefore: 'No earlier data to compare with.',
    compared: {
      '7': 'Compared with the 7 days before.',
      '30': 'Compared with the 30 days before.',
      '90': 'Compared with the 90 days before.',
      '365': 'Compared with the year before.',
    },
  },
  hi: {
    title: 'आँकड़े',
    how: 'ऑर्डर की तारीख के हिसाब से।',
    span: 'अवधि',
    spans: { '7': '7 दिन', '30': '30 दिन', '90': '90 दिन', '365': 'एक साल' },
    measureOf: 'मीट्रिक',
    measure: {
      parcels: 'पार्सल',
      onTime: 'समय पर',
      failed: 'डिलीवरी नहीं हुई',
      returned: 'RTO',
      hours: 'डिलीवरी में लगा समय',
    },
    means: {
      parcels: 'ऑर्डर की संख्या।',
      onTime: 'कितने प्रतिशत पार्सल डिलीवरी की तारीख तक पहुँचे।',
      failed: 'पार्सल जिनकी डिलीवरी कम से कम एक बार नहीं हुई।',
      returned: 'पार्सल जो भेजने वाले को लौटाए गए।',
      hours: 'पिकअप से डिलीवरी तक का समय। आधे पार्सल इतने या कम समय में पहुँचे।',
    },
    time: { day: 'दिन के हिसाब से', week: 'हफ़्ते के हिसाब से' },
    byCarrier: 'कूरियर के हिसाब से',
    byZone: 'ज़ोन के हिसाब से',
    byState: 'राज्य के हिसाब से',
    zone: (letter: string) => `ज़ोन ${letter}`,
    noState: 'अन्य',
    asTable: 'तालिका',
    asPicture: 'चार्ट',
    csv: 'CSV',
    none: 'इस अवधि में कोई ऑर्डर नहीं।',
    begins: (day: string) => `इस अवधि में ${day} से पहले कोई ऑर्डर नहीं है।`,
    column: {
      when: 'से',
      carrier: 'कूरियर',
      zone: 'ज़ोन',
      state: 'राज्य',
      parcels: 'पार्सल',
      delivered: 'डिलीवर हुए',
      onTime: 'समय पर',
      failed: 'डिलीवरी नहीं हुई',
      returned: 'RTO',
      p50: 'डिलीवरी में लगा समय',
      p90: '90% इतने समय में',
      owed: 'बकाया COD',
      freight: 'भाड़ा',
    },
    low: { parcels: 'कम', onTime: 'कम', failed: 'कम', returned: 'कम', hours: 'कम समय' },
    high: { parcels: 'अधिक', onTime: 'अधिक', failed: 'अधिक', returned: 'अधिक', hours: 'अधिक समय' },
    bar: (day: string, value: string) => `${day}: ${value}`,
    soFar: (bar: string) => `${bar}, अब तक`,
    parcels: (n: number) => `${grouped(n)} पार्सल`,
    duration: (hours: number) =>
      hours < DAYS_FROM_HOURS ? `${grouped(Math.round(hours))} घंटे` : `${inDays(hours)} दिन`,
    change: ({ by, isRelative, before }: Change) => (isRelative ? `${signed(by)}%` : `पहले ${before}`),
    nothingBefore: 'पहले का डेटा नहीं',
    noneBefore: 'तुलना के लिए पहले का डेटा नहीं है।',
    compared: {
      '7': 'इससे पहले के 7 दिनों की तुलना में।',
      '30': 'इससे पहले के 30 दिनों की तुलना में।',
      '90': 'इससे पहले के 90 दिनों की तुलना में।',
      '365': 'इससे पहले के साल की तुलना में।',
    },
  },
});
