import { inLanguages } from './language.ts';

/** The names of the pages of the settings. */
export const settingsParts = inLanguages({
  en: {
    warehouses: 'Warehouses',
    couriers: 'Courier accounts',
    'tracking-page': 'Tracking page',
    users: 'Users',
    keys: 'API keys',
    holidays: 'Holidays',
    sessions: 'Signed-in devices',
    webhooks: 'Webhooks',
    messages: 'Customer messages',
    jobs: 'Bulk actions',
    audit: 'Audit log',
  },
  hi: {
    warehouses: 'गोदाम',
    couriers: 'कूरियर खाते',
    'tracking-page': 'ट्रैकिंग पेज',
    users: 'यूज़र',
    keys: 'API keys',
    holidays: 'छुट्टियाँ',
    sessions: 'लॉगिन वाले डिवाइस',
    webhooks: 'वेबहुक',
    messages: 'ग्राहकों के संदेश',
    jobs: 'बल्क काम',
    audit: 'किसने क्या बदला',
  },
});
