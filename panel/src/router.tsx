import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { queries } from './api/queries.ts';
import type { QuoteView } from './api/quote.ts';
import { RATE_KINDS, type RateKind } from './api/rates.ts';
import { Frame } from './frame/frame.tsx';
import { NotHere, WentWrong } from './frame/nothing-here.tsx';

import { readMoneyView } from './pages/money/money-view.ts';
import { REQUEST_STATES } from './pages/requests/request-states.ts';
import { readReturnsView } from './pages/returns/view.ts';
import { readShipmentsView } from './pages/shipments/view.ts';
import { type FiguresView, MEASURES, SPANS } from './pages/today/spans.ts';
import { listIn, parseSearch, stringifySearch, textIn } from './search.ts';
import { sessionQuery } from './session/session.ts';
import { SignInPage } from './session/sign-in-page.tsx';

const root = createRootRoute({ notFoundComponent: NotHere, errorComponent: WentWrong });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } =>
    typeof to === 'string' ? { to } : {},
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
  validateSearch: (search: Record<string, unknown>): FiguresView => {
    const days = SPANS.find((one) => one === textIn(search.days));
    const measure = MEASURES.find((one) => one === search.measure);
    return { ...(days && { days }), ...(measure && { measure }) };
  },
  component: lazyRouteComponent(() => import('./pages/today/today-page.tsx'), 'TodayPage'),
});

const ndr = createRoute({
  getParentRoute: () => frame,
  path: '/ndr',
  validateSearch: (
    search: Record<string, unknown>,
  ): { carrier?: string[]; reason?: string[]; open?: string } => {
    const open = textIn(search.open);
    return { carrier: listIn(search.carrier), reason: listIn(search.reason), ...(open && { open }) };
  },
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
  component: lazyRouteComponent(() => import('./pages/orders/orders-page.tsx'), 'OrdersPage'),
});

const QUOTE = ['from', 'to', 'weight', 'length', 'width', 'height', 'value'] as const;

function readQuoteView(search: Record<string, unknown>): QuoteView {
  return {
    ...Object.fromEntries(
      QUOTE.flatMap((name) => {
        const text = textIn(search[name]);
        return text === undefined ? [] : [[name, text]];
      }),
    ),
    ...(search.journey === 'return' && { journey: 'return' as const }),
    ...(search.payment === 'cod' && { payment: 'cod' as const }),
    ...(search.qc === 'no' && { qc: 'no' as const }),
  };
}

const newOrder = createRoute({
  getParentRoute: () => frame,
  path: '/orders/new',
  // The ids of the last check and of the import, so that both are shown again after a reload; or the parcel and
  // the carrier that the form begins with.
  validateSearch: (
    search: Record<string, unknown>,
  ): { way?: 'file'; check?: string; made?: string; carrier?: string } & QuoteView => {
    if (search.way !== 'file') {
      const carrier = textIn(search.carrier);
      return { ...readQuoteView(search), ...(carrier && { carrier }) };
    }
    const [check, made] = [textIn(search.check), textIn(search.made)];
    return { way: 'file', ...(check && { check }), ...(made && { made }) };
  },
  component: lazyRouteComponent(() => import('./pages/orders/new-order-page.tsx'), 'NewOrderPage'),
});

const packing = createRoute({
  getParentRoute: () => frame,
  path: '/packing',
  validateSearch: ({ part }: Record<string, unknown>): { part?: 'handover' } =>
    part === 'handover' ? { part } : {},
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
  validateSearch: (search: Record<string, unknown>): { of?: string; kind?: 'exchange'; q?: string } => {
    const [of, q] = [textIn(search.of), textIn(search.q)];
    return {
      ...(of && { of }),
      ...(q && { q }),
      ...(search.kind === 'exchange' && { kind: 'exchange' as const }),
    };
  },
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
  validateSearch: (search: Record<string, unknown>): { kind?: RateKind; csv?: 'yes' } => {
    const kind = RATE_KINDS.find((one) => one === search.kind);
    return { ...(kind && { kind }), ...(textIn(search.csv) === 'yes' && { csv: 'yes' as const }) };
  },
  component: lazyRouteComponent(() => import('./pages/rates/cards-page.tsx'), 'CardsPage'),
});

const requests = createRoute({
  getParentRoute: () => frame,
  path: '/requests',
  validateSearch: (search: Record<string, unknown>): { state?: (typeof REQUEST_STATES)[number] } => {
    const state = REQUEST_STATES.find((one) => one === search.state);
    return state === undefined ? {} : { state };
  },
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
  validateSearch: (search: Record<string, unknown>): { store?: string } => {
    const store = textIn(search.store);
    return store === undefined ? {} : { store };
  },
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
  validateSearch: (search: Record<string, unknown>): { shop?: string } => {
    const shop = textIn(search.shop);
    return shop === undefined ? {} : { shop };
  },
  component: lazyRouteComponent(() => import('./pages/shops/connect-page.tsx'), 'ConnectPage'),
});

const shopOf = createRoute({
  getParentRoute: () => frame,
  path: '/shops/$id',
  validateSearch: (search: Record<string, unknown>): { part?: 'rules' | 'settings' } =>
    search.part === 'rules' || search.part === 'settings' ? { part: search.part } : {},
  component: lazyRouteComponent(() => import('./pages/shops/shop-page.tsx'), 'ShopPage'),
});

const SettingsPage = lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage');
const settings = createRoute({ getParentRoute: () => frame, path: '/settings', component: SettingsPage });
const settingsPart = createRoute({
  getParentRoute: () => frame,
  path: '/settings/$part',
  validateSearch: (search: Record<string, unknown>): { trouble?: 'yes'; new?: 'yes'; kind?: string } => ({
    ...(textIn(search.trouble) === 'yes' && { trouble: 'yes' }),
    ...(textIn(search.kind) !== undefined && { kind: textIn(search.kind) }),
    ...(textIn(search.new) === 'yes' && { new: 'yes' }),
  }),
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
