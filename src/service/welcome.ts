/** The key that the text can show: the new demo account's key, or only whether an account exists. */
export type KeyHolder = { readonly demoKey: string; readonly link: string | null } | 'somebody' | 'nobody';

/** Returns the text after a start: the address, the demo account's key once, and requests to paste. */
export function welcome(address: string, holder: KeyHolder): string {
  return [
    '',
    `Dakiya is ready at ${address}`,
    ...(typeof holder === 'object' && holder.link !== null
      ? [`  Panel       ${holder.link}`, '              (opens the demo account, once, within 15 minutes)']
      : [`  Panel       ${address}/`]),
    `  API reader  ${address}/docs`,
    ...keyLines(address, holder),
    '',
  ].join('\n');
}

function keyLines(address: string, holder: KeyHolder): string[] {
  if (holder === 'nobody') return ['  API key     npm run --silent dakiya -- account create "My company"'];
  if (holder === 'somebody') {
    return [
      '  API key     you have one; for another: npm run --silent dakiya -- key create --account <id>',
      '              (npm run --silent dakiya -- account list shows the id)',
    ];
  }
  return [
    '  API key     of the demo account, shown only once; paste this line first, then the commands below',
    '',
    `  KEY=${holder.demoKey}`,
    '',
    'List parcels that are on their way, and track one (put in its tracking number):',
    '',
    `  curl -s ${address}/custom/api/v1/shipments -H "Authorization: $KEY" \\`,
    `    -H 'Content-Type: application/json' -d '{"status":"in_transit","per_page":3}'`,
    `  curl -s ${address}/custom/api/v1/order-tracking -H "Authorization: $KEY" \\`,
    `    -H 'Content-Type: application/json' -d '{"awbs":["<tracking_number>"]}'`,
    '',
    'Create a store and list it:',
    '',
    `  curl -s ${address}/custom/api/v1/client-stores -H "Authorization: $KEY" \\`,
    `    -H 'Content-Type: application/json' -d '{"store_name":"my-first-store","brand_name":"Chai & Co"}'`,
    `  curl -s ${address}/custom/api/v1/client-stores -H "Authorization: $KEY"`,
  ];
}
