/**
 * The tests that try each folder, beside the unit tests next to its files. `npm test -- --changed` runs by this table, and
 * CONTRIBUTING.md shows it (test/scripts/tests-of-folders.test.ts compares them).
 *
 * On the left: names of folders. A name without `/` is that of a noun in any layer: `money` is `src/domain/money`,
 * `src/usecases/money`, `src/storage/money` and `src/http/routes/money`. A folder that several rows name has the tests of all of them.
 * On the right: files below `test/` without `.test.ts`, and whole folders with `/`.
 *
 * @type {readonly (readonly [folders: string, tests: string])[]}
 */
export const TESTS_OF_FOLDERS = [
  [
    'orders booking shipments',
    'http/orders http/order-idempotency http/change-booked-order http/update-order http/races',
  ],
  [
    'orders booking',
    'http/stopped-work http/ugly-input couriers/carrier-failures couriers/couriers process/killed-while-booking',
  ],
  ['returns', 'http/returns http/return-pictures http/return-figures'],
  ['exchanges', 'http/exchanges http/races'],
  ['customer-requests', 'http/requests http/races'],
  [
    'imports workbook',
    'http/orders-import http/order-files http/order-file-profiles http/file-forms process/import-commands process/judge-thread',
  ],
  ['handover labels papers', 'http/handover http/labels process/handover-commands'],
  ['invoices', 'http/invoices http/dates-in-india'],
  [
    'money',
    'http/remittances http/money-lists http/weight-differences http/ledger http/reports http/impossible-amounts http/dates-in-india couriers/courier-charges',
  ],
  [
    'rates rate-cards zones holidays calendar pincodes',
    'http/rates http/rate-cards http/holidays http/pincode-services storage/rate-books storage/rates-import process/rates-commands docs/rate-cards shops/checkout-rates',
  ],
  ['figures overview', 'http/figures http/return-figures http/overview http/reports'],
  [
    'listing views',
    'http/listing http/listing-reference http/aggregator-programs http/views http/restricted-lists storage/listing-queries storage/listing-columns storage/export-listing storage/shipment-counts',
  ],
  [
    'tracking',
    'http/aggregator-programs couriers/carrier-events couriers/courier-polls http/ndr-answers http/tracking-pages http/messages storage/shipment-counts',
  ],
  ['tracking-pages src/http/pages', 'http/tracking-pages http/requests'],
  ['couriers carriers carrier-events pickups', 'couriers/'],
  ['messages src/messages languages', 'messages/ http/messages process/messages'],
  ['webhooks', 'http/webhooks http/webhook-delivery storage/webhook-claims process/webhook-commands'],
  ['shops src/shops simulators/shops', 'shops/'],
  ['stores client-stores logos', 'http/client-stores http/first-start'],
  ['warehouses', 'http/warehouses couriers/courier-warehouses'],
  [
    'accounts people credentials operator audit',
    'http/users http/credentials http/keys http/session http/operator http/restricted storage/audit',
  ],
  ['jobs', 'http/jobs http/long-work http/stopped-work'],
  ['health service', 'http/health process/start'],
  [
    'sample-data simulators/demo',
    'http/sample-data http/demo-data http/demo-load http/simulate messages/demo-orders process/simulate',
  ],
  ['src/domain', 'hostile-text http/dates-in-india'],
  ['src/carriers simulators/couriers simulators/kit', 'carriers/ couriers/ process/stand-in-commands'],
  ['src/partners', 'couriers/carrier-failures shops/failing-shops carriers/'],
  ['src/columns columns', 'storage/listing-columns process/column-thread http/listing-reference'],
  ['src/storage', 'storage/restricted-queries storage/words storage/analyse http/openapi/examples'],
  ['cluster', 'cluster/'],
  ['replica', 'replica/ storage/replica-reads'],
  [
    'src/http src/reading src/resources',
    'http/openapi/ http/every-operation http/around http/problems http/ugly-input contract/',
  ],
  ['src/papers', 'http/labels http/invoices http/handover process/paper-thread'],
  ['src/outgoing src/sealing', 'outgoing/ http/webhooks couriers/couriers'],
  ['src/service src/cli src/config.ts src/main.ts src/app.ts src/cli.ts', 'process/ http/health'],
  ['src/backup', 'backup/'],
  ['src/embedded-postgresql', 'embedded-postgresql/'],
  ['migrations', 'storage/ upgrade/ backup/ http/openapi/'],
  [
    'src/rate-files src/data-files data',
    'storage/rates-import http/rates http/rate-cards process/rates-commands',
  ],
  ['panel', 'smoke/ browser/ http/panel-calls'],
  ['shops/woocommerce', 'shops/woocommerce-plugin'],
  ['shops/vendure', 'vendure/'],
  ['shops/medusa', 'medusa/ shops/medusa-plugin'],
  ['scripts', 'scripts/'],
  ['docs README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md examples', 'docs/ scripts/tests-of-folders'],
  ['package.json package-lock.json', 'scripts/packages scripts/check'],
];
