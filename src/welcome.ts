/** What a person sees once the service listens: the address, the demo account's key once, a request to paste. */
export function welcome(address: string, demo: { accountId: string; apiKey: string } | null): string {
  const lines = ['', `Dakiya is ready at ${address}`, `  API reader  ${address}/docs`];
  if (demo) {
    lines.push(
      `  API key     ${demo.apiKey}`,
      '              (of the demo account; shown this once)',
      '',
      'List parcels on their way, and see where one is (put in its tracking number):',
      '',
      `  curl -s ${address}/custom/api/v1/shipments -H 'Authorization: ${demo.apiKey}' \\`,
      `    -H 'Content-Type: application/json' -d '{"status":"in_transit","per_page":3}'`,
      `  curl -s ${address}/custom/api/v1/order-tracking -H 'Authorization: ${demo.apiKey}' \\`,
      `    -H 'Content-Type: application/json' -d '{"awbs":["<tracking_number>"]}'`,
      '',
      'Create a store and list it:',
      '',
      `  curl -s ${address}/custom/api/v1/client-stores -H 'Authorization: ${demo.apiKey}' \\`,
      `    -H 'Content-Type: application/json' -d '{"store_name":"my-first-store","brand_name":"Chai & Co"}'`,
      `  curl -s ${address}/custom/api/v1/client-stores -H 'Authorization: ${demo.apiKey}'`,
    );
  } else {
    lines.push('  API key     npm run --silent dakiya -- account create "My company"');
  }
  return [...lines, ''].join('\n');
}
