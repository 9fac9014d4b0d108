import { inLanguages } from '../../words/language.ts';

/** What a drawn screen shows beside its menu. */
export type Drawn = 'choices' | 'button' | 'form' | 'keys';

/** A step in the shop: where it is in the shop's menus, what to do there, and what the screen looks like. */
export interface Click {
  readonly where: string;
  readonly what: string;
  readonly drawn: Drawn;
}

/** What to click in each shop system, by its name in the API. The shops' own menus are in English. */
export const clicksWords = inLanguages({
  en: {
    woocommerce: [
      { where: 'Settings > Permalinks', what: 'Choose any kind except Plain, and save.', drawn: 'choices' },
      {
        where: 'WooCommerce > Settings > Advanced > REST API',
        what: 'Press “Add key”.',
        drawn: 'button',
      },
      {
        where: 'Key details',
        what: 'Description “Dakiya”, permission “Read/Write”, then “Generate API key”.',
        drawn: 'form',
      },
      {
        where: 'Consumer key and secret',
        what: 'Copy both here now: the shop shows them only once.',
        drawn: 'keys',
      },
    ],
    shopify: [
      {
        where: 'Dev Dashboard > Apps > Create app',
        what: '“Start from Dev Dashboard”, name “Dakiya”.',
        drawn: 'button',
      },
      {
        where: 'Versions > Create version',
        what: 'Scopes read_orders, write_orders, read_locations, and read and write of merchant_managed_fulfillment_orders; then “Release”.',
        drawn: 'form',
      },
      {
        where: 'API access requests > Protected customer data',
        what: 'Ask for name, address, phone and email, for “Store management”.',
        drawn: 'choices',
      },
      {
        where: 'Home > Install app',
        what: 'Choose your shop, then “Install”.',
        drawn: 'button',
      },
      {
        where: 'Settings',
        what: 'Copy the client ID and the client secret here. The address ends with .myshopify.com.',
        drawn: 'keys',
      },
    ],
    medusa: [
      { where: 'Settings > Secret API Keys', what: 'Press “Create”, title “Dakiya”.', drawn: 'button' },
      { where: 'Secret API key', what: 'Copy it here now: it starts with sk_.', drawn: 'keys' },
    ],
    vendure: [
      {
        where: 'vendure-config.ts',
        what: 'Add the plugin DakiyaPlugin, so that the shop takes API keys and tells of orders at once.',
        drawn: 'form',
      },
      {
        where: 'Settings > API keys',
        what: 'Create a key whose role may read and update orders.',
        drawn: 'button',
      },
      { where: 'API key', what: 'Copy it here now: the shop shows it only once.', drawn: 'keys' },
    ],
  } as Readonly<Record<string, readonly Click[]>>,
  hi: {
    woocommerce: [
      { where: 'Settings > Permalinks', what: 'Plain छोड़कर कोई भी चुनें, और सेव करें।', drawn: 'choices' },
      {
        where: 'WooCommerce > Settings > Advanced > REST API',
        what: '“Add key” दबाएँ।',
        drawn: 'button',
      },
      {
        where: 'Key details',
        what: 'Description में “Dakiya”, Permissions में “Read/Write”, फिर “Generate API key”।',
        drawn: 'form',
      },
      {
        where: 'Consumer key और secret',
        what: 'दोनों अभी यहाँ कॉपी करें: दुकान इन्हें एक ही बार दिखाती है।',
        drawn: 'keys',
      },
    ],
    shopify: [
      {
        where: 'Dev Dashboard > Apps > Create app',
        what: '“Start from Dev Dashboard” चुनें, नाम “Dakiya”।',
        drawn: 'button',
      },
      {
        where: 'Versions > Create version',
        what: 'Scopes: read_orders, write_orders, read_locations, और merchant_managed_fulfillment_orders के read और write; फिर “Release”।',
        drawn: 'form',
      },
      {
        where: 'API access requests > Protected customer data',
        what: 'नाम, पता, फ़ोन और ईमेल माँगें, “Store management” के लिए।',
        drawn: 'choices',
      },
      {
        where: 'Home > Install app',
        what: 'अपनी दुकान चुनें, फिर “Install”।',
        drawn: 'button',
      },
      {
        where: 'Settings',
        what: 'Client ID और client secret यहाँ कॉपी करें। पता .myshopify.com पर ख़त्म होता है।',
        drawn: 'keys',
      },
    ],
    medusa: [
      { where: 'Settings > Secret API Keys', what: '“Create” दबाएँ, title “Dakiya”।', drawn: 'button' },
      { where: 'Secret API key', what: 'इसे अभी यहाँ कॉपी करें: यह sk_ से शुरू होती है।', drawn: 'keys' },
    ],
    vendure: [
      {
        where: 'vendure-config.ts',
        what: 'DakiyaPlugin जोड़ें, ताकि दुकान API keys माने और ऑर्डर तुरंत बताए।',
        drawn: 'form',
      },
      {
        where: 'Settings > API keys',
        what: 'ऐसी role की key बनाएँ जो ऑर्डर पढ़ और बदल सके।',
        drawn: 'button',
      },
      { where: 'API key', what: 'इसे अभी यहाँ कॉपी करें: दुकान इसे एक ही बार दिखाती है।', drawn: 'keys' },
    ],
  } as Readonly<Record<string, readonly Click[]>>,
});
