import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { queries } from './api/queries.ts';
import type { QuoteView } from './api/quote.ts';
import { RATE_KINDS } from './api/rates.ts';
import { Frame } from './frame/frame.tsx';
import { NotHere, WentWrong } from './frame/nothing-here.tsx';

import { readMoneyView } from './pages/money/money-view.ts';
import { REQUEST_STATES } from './pages/requests/request-states.ts';
import { readReturnsView } from './pages/returns/view.ts';
import { MEASURES, SPANS } from './pages/today/spans.ts';
import { readShipmentsView } from './parts/shipments/view.ts';
import { addressOf, parseSearch, stringifySearch } from './search.ts';
import { sessionQuery } from './session/session.ts';
import { SignInPage } from './session/sign-in-page.tsx';

const root = createRootRoute({ notFoundComponent: NotHere, errorComponent: WentWrong });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: addressOf({ texts: ['to'] }),
  loader: () => queries.ensureQueryData(sessionQuery),
  component: SignInPage,
});

/** The parent of all routes that require signing in. */
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  beforeLoad: async ({ location }) => {
    const session = await queries.ensureQueryData(sessionQuery);
    if (session === null)
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } });
  },
  component: Frame,
});

const shipments = createRoute({
  getParentRoute: () => frame,
  path: '/shipments',
  validateSearch: readShipmentsView,
  component: lazyRouteComponent(() => import('./pages/shipments/shipments-page.tsx'), 'ShipmentsPage'),
});

const today = createRoute({
  getParentRoute: () => frame,
  path: '/',
  validateSearch: addressOf({ words: { days: SPANS, measure: MEASURES } }),
  component: lazyRouteComponent(() => import('./pages/today/today-page.tsx'), 'TodayPage'),
});

const ndr = createRoute({
  getParentRoute: () => frame,
  path: '/ndr',
  validateSearch: addressOf({ lists: ['carrier', 'reason'], texts: ['open'] }),
  component: lazyRouteComponent(() => import('./pages/ndr/ndr-page.tsx'), 'NdrPage'),
});

const orders = createRoute({
  getParentRoute: () => frame,
  path: '/orders',
  validateSearch: readShipmentsView,
  // This address used to be the page for new orders: an old link still leads to the import.
  beforeLoad: ({ search }) => {
    if ('way' in search && search.way === 'file')
      throw redirect({ to: '/orders/new', search: { way: 'file' } });
  },
  component: lazyRouteComponent(() => import('./pages/shipments/orders-page.tsx'), 'OrdersPage'),
});

const readQuoteView = addressOf({
  texts: ['from', 'to', 'weight', 'length', 'width', 'height', 'value'],
  words: { journey: ['return'], payment: ['cod'], qc: ['no'] },
});
const readOrderFile = addressOf({ texts: ['check', 'made'], words: { way: ['file'] } });
const readOrderForm = addressOf({ texts: ['carrier'] });

const newOrder = createRoute({
  getParentRoute: () => frame,
  path: '/orders/new',
  // The ids of the last check and of the import, so that both are shown again after a reload; or the parcel and
  // the carrier that the form begins with.
  validateSearch: (
    search: Record<string, unknown>,
  ): ReturnType<typeof readOrderFile> & ReturnType<typeof readOrderForm> & QuoteView =>
    search.way === 'file' ? readOrderFile(search) : { ...readQuoteView(search), ...readOrderForm(search) },
  component: lazyRouteComponent(() => import('./pages/orders/new-order-page.tsx'), 'NewOrderPage'),
});

const packing = createRoute({
  getParentRoute: () => frame,
  path: '/packing',
  validateSearch: addressOf({ words: { part: ['handover'] } }),
  component: lazyRouteComponent(() => import('./pages/packing/packing-page.tsx'), 'PackingPage'),
});

const returns = createRoute({
  getParentRoute: () => frame,
  path: '/returns',
  validateSearch: readReturnsView,
  component: lazyRouteComponent(() => import('./pages/returns/returns-page.tsx'), 'ReturnsPage'),
});

const newReturn = createRoute({
  getParentRoute: () => frame,
  path: '/returns/new',
  validateSearch: addressOf({ texts: ['of', 'q'], words: { kind: ['exchange'] } }),
  component: lazyRouteComponent(() => import('./pages/returns/new-return-page.tsx'), 'NewReturnPage'),
});

const rates = createRoute({
  getParentRoute: () => frame,
  path: '/rates',
  validateSearch: readQuoteView,
  component: lazyRouteComponent(() => import('./pages/rates/rates-page.tsx'), 'RatesPage'),
});

const rateCards = createRoute({
  getParentRoute: () => frame,
  path: '/rates/cards',
  // `csv`: shows how to upload and download the prices as a file.
  validateSearch: addressOf({ words: { kind: RATE_KINDS, csv: ['yes'] } }),
  component: lazyRouteComponent(() => import('./pages/rates/cards-page.tsx'), 'CardsPage'),
});

const requests = createRoute({
  getParentRoute: () => frame,
  path: '/requests',
  validateSearch: addressOf({ words: { state: REQUEST_STATES } }),
  component: lazyRouteComponent(() => import('./pages/requests/requests-page.tsx'), 'RequestsPage'),
});

const money = createRoute({
  getParentRoute: () => frame,
  path: '/money',
  validateSearch: readMoneyView,
  component: lazyRouteComponent(() => import('./pages/money/money-page.tsx'), 'MoneyPage'),
});

const stores = createRoute({
  getParentRoute: () => frame,
  path: '/stores',
  validateSearch: addressOf({ texts: ['store'] }),
  component: lazyRouteComponent(() => import('./pages/stores/stores-page.tsx'), 'StoresPage'),
});

const shops = createRoute({
  getParentRoute: () => frame,
  path: '/shops',
  component: lazyRouteComponent(() => import('./pages/shops/shops-page.tsx'), 'ShopsPage'),
});

const connectShop = createRoute({
  getParentRoute: () => frame,
  path: '/shops/connect/$system',
  // `shop`: the connection that was made, so that its first orders are shown again after a reload.
  validateSearch: addressOf({ texts: ['shop'] }),
  component: lazyRouteComponent(() => import('./pages/shops/connect-page.tsx'), 'ConnectPage'),
});

const shopOf = createRoute({
  getParentRoute: () => frame,
  path: '/shops/$id',
  validateSearch: addressOf({ words: { part: ['rules', 'settings'] } }),
  component: lazyRouteComponent(() => import('./pages/shops/shop-page.tsx'), 'ShopPage'),
});

const SettingsPage = lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage');
const settings = createRoute({ getParentRoute: () => frame, path: '/settings', component: SettingsPage });
const settingsPart = createRoute({
  getParentRoute: () => frame,
  path: '/settings/$part',
  validateSearch: addressOf({ texts: ['kind'], words: { trouble: ['yes'], new: ['yes'] } }),
  component: SettingsPage,
});

const courierGuide = createRoute({
  getParentRoute: () => frame,
  path: '/settings/couriers/$id',
  component: SettingsPage,
});

const LinkPage = lazyRouteComponent(() => import('./session/link-page.tsx'), 'LinkPage');
const join = createRoute({ getParentRoute: () => root, path: '/join', component: LinkPage });
const firstStart = createRoute({
  getParentRoute: () => root,
  path: '/first-start',
  component: lazyRouteComponent(() => import('./session/link-page.tsx'), 'FirstStartPage'),
});
const reset = createRoute({ getParentRoute: () => root, path: '/reset-password', component: LinkPage });
const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  component: lazyRouteComponent(() => import('./session/link-page.tsx'), 'ForgottenPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...[signIn, join, firstStart, reset, forgotten],
    frame.addChildren([
      today,
      shipments,
      ndr,
      orders,
      newOrder,
      packing,
      returns,
      newReturn,
      requests,
      rates,
      rateCards,
      money,
      stores,
      shops,
      connectShop,
      shopOf,
      settings,
      settingsPart,
      courierGuide,
    ]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
