import type { FastifyInstance } from 'fastify';
import type { RateBooks } from '../../usecases/rates/rate-books.ts';
import type { ShippingService } from '../../usecases/shipping-service.ts';
import type { CallerLimit } from '../plugins/caller-limit.ts';
import { signInLimit } from '../plugins/credential.ts';
import { addRateLimit } from '../plugins/rate-limit.ts';
import { addListAudit } from './audit/list-audit.ts';
import { addPushEvents } from './carrier-events/push-events.ts';
import { addCarrierEvents } from './carrier-events/record-events.ts';
import { addListCarriers } from './carriers/list-carriers.ts';
import { addClientStores } from './client-stores/index.ts';
import { addCouriers } from './couriers/index.ts';
import { addCreateAuthToken } from './credentials/create-auth-token.ts';
import { addKeys } from './credentials/keys.ts';
import { addRequests } from './customer-requests/index.ts';
import { addExchanges } from './exchanges/index.ts';
import { addAnalytics } from './figures/analytics.ts';
import { addManifests } from './handover/manifests.ts';
import { addPickups } from './handover/pickups.ts';
import { addListWaitingParcels } from './handover/waiting-parcels.ts';
import { addHolidays } from './holidays/index.ts';
import { addFileProfiles } from './imports/file-profiles.ts';
import { addImports } from './imports/index.ts';
import { addInvoices } from './invoices/index.ts';
import { addJobs } from './jobs/index.ts';
import { addCreateLabels } from './labels/create-labels.ts';
import { addGetLabel } from './labels/get-label.ts';
import { addCountByStatus, addExportCsv, addFacets } from './listing/listing-routes.ts';
import { addGetLogo } from './logos/get-logo.ts';
import { addMessages } from './messages/index.ts';
import { addMoney } from './money/index.ts';
import type { MoneyOptions } from './money/money-options.ts';
import { addOrders } from './orders/index.ts';
import { addShowOverview } from './overview/show-overview.ts';
import { addPanel, type PanelOptions } from './panel/index.ts';
import { addCreatePapers } from './papers/create-papers.ts';
import { addPeople } from './people/index.ts';
import type { SessionOptions } from './people/session.ts';
import { addGetPincode } from './pincodes/get-pincode.ts';
import { addRateCards } from './rate-cards/index.ts';
import { addRates } from './rates/index.ts';
import { addReturns } from './returns/index.ts';
import { RETURN_LISTING } from './returns/return-listing.ts';
import type { RouteOptions } from './route-options.ts';
import { addSampleData } from './sample-data/index.ts';
import { addGetBrowserFiles } from './service/get-browser-files.ts';
import { addGetHealth } from './service/get-health.ts';
import { addGetReadiness, type ReadinessOptions } from './service/get-readiness.ts';
import { addGetStart, type StartPageOptions } from './service/get-start.ts';
import { addAddNote } from './shipments/add-note.ts';
import { addGetShipment } from './shipments/get-shipment.ts';
import { addListCourierCalls } from './shipments/list-courier-calls.ts';
import { addListShipments } from './shipments/list-shipments.ts';
import { addRefreshShipment } from './shipments/refresh-shipment.ts';
import { addSetTags } from './shipments/set-tags.ts';
import { SHIPMENT_LISTING } from './shipments/shipment-listing.ts';
import { addCheckoutRates } from './shops/checkout-rates.ts';
import { addShops } from './shops/index.ts';
import { addRawBodies, addShopEvents } from './shops/shop-events.ts';
import { addShopRates } from './shops/shop-rates.ts';
import { addTrackingPages, type TrackingPagesOptions } from './tracking-pages/index.ts';
import { addTrackingPageSettings } from './tracking-pages/page-settings.ts';
import { addViews } from './views/index.ts';
import { addWarehouses } from './warehouses/index.ts';
import { addWebhooks } from './webhooks/index.ts';

export interface AllRouteOptions
  extends RouteOptions,
    TrackingPagesOptions,
    StartPageOptions,
    ReadinessOptions,
    PanelOptions,
    MoneyOptions,
    Omit<SessionOptions, 'signIns'> {
  readonly service: ShippingService;
  /** Limits every request; null if requests are not limited. */
  readonly requests: CallerLimit | null;
  readonly rateBooks: RateBooks;
}

/** Adds every route below `/custom/api/v1`. */
export async function addApiRoutes(api: FastifyInstance, options: AllRouteOptions): Promise<void> {
  const signIns = signInLimit(options.monotonicMs);
  addCreateAuthToken(api, { ...options, signIns });
  addPeople(api, { ...options, signIns });
  addKeys(api);
  addListAudit(api);
  addGetPincode(api, options);
  addRates(api, options);
  await addRateCards(api, options);
  addListCarriers(api, options);
  addHolidays(api, options);
  await api.register((scope) => addClientStores(scope, options));
  addWarehouses(api);
  addOrders(api, options);
  addReturns(api, options);
  addExchanges(api);
  addRequests(api, options);
  addTrackingPageSettings(api);
  addGetShipment(api);
  addSetTags(api);
  addAddNote(api);
  addRefreshShipment(api);
  addListCourierCalls(api);
  addListShipments(api);
  addShowOverview(api);
  addCountByStatus(api, SHIPMENT_LISTING);
  addFacets(api, SHIPMENT_LISTING);
  addFacets(api, RETURN_LISTING);
  addAnalytics(api);
  addExportCsv(api, SHIPMENT_LISTING);
  addJobs(api);
  addViews(api);
  addSampleData(api);
  addCreateLabels(api);
  addCreatePapers(api);
  addInvoices(api);
  addListWaitingParcels(api);
  addManifests(api);
  addPickups(api, options);
  addMessages(api, options);
  addWebhooks(api, options);
  addCouriers(api, options);
  addShops(api);
  await addMoney(api, options);
  addImports(api);
  addFileProfiles(api);
}

/** Adds the routes at the root, outside the API's base path. */
export function addRootRoutes(app: FastifyInstance, options: AllRouteOptions): void {
  addGetStart(app, options);
  addGetBrowserFiles(app);
  addPanel(app, options);
  addGetHealth(app);
  addGetReadiness(app, options);
  addGetLogo(app, options);
  void app.register(async (scope) => {
    if (options.requests !== null) addRateLimit(scope, options.requests);
    addGetLabel(scope, options);
  });
  void app.register((scope) => addTrackingPages(scope, options));
}

/** Adds every route to which couriers push, at secret addresses. */
export function addPushRoutes(pushes: FastifyInstance): void {
  addPushEvents(pushes);
}

/** Adds every route to which shops send webhooks, at secret addresses. */
export function addShopRoutes(shops: FastifyInstance): void {
  addRawBodies(shops);
  addShopEvents(shops);
}

/** Adds every route that shops ask during checkout, with keys of their own. */
export function addCheckoutRoutes(shops: FastifyInstance): void {
  addCheckoutRates(shops);
}

/** Adds every route that only the operator's commands call. */
export { addOperatorRoutes } from './operator/index.ts';
/** Adds the route of shops that ask for rates in a form of their own, at secret addresses. */
export { addShopRates };

/** Adds every route of couriers, which have separate credentials. */
export function addCarrierRoutes(carriers: FastifyInstance): void {
  addCarrierEvents(carriers);
}
