import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** The accounts whose answers are recorded. Their credentials exist only in the fixture. */
export interface World {
  /** When the answers were recorded. Signed links expire some time after it. */
  readonly now: string;
  readonly accounts: readonly {
    readonly name: string;
    readonly headers: { readonly authorization: string };
  }[];
  readonly courier: { readonly authorization: string };
  readonly user: { readonly username: string; readonly password: string };
}

/** A recorded answer. */
export interface RecordedAnswer {
  /** `Demo POST /custom/api/v1/shipments {"status":["delivered"]}` */
  readonly request: string;
  readonly status: number;
  /** JSON or text; for other bytes, their hash. */
  readonly answer: unknown;
}

const API = '/custom/api/v1';
const STATUSES = [
  'pending',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'ndr_raised',
  'rto_initiated',
  'rto_in_transit',
  'rto_delivered',
  'cancelled',
  'others',
];

/** Sends the recorded requests about the accounts, always in the same order. */
export async function askEverything(app: FastifyInstance, world: World): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  for (const { name, headers } of world.accounts) {
    const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
      const sent = payload === undefined ? '' : ` ${JSON.stringify(payload)}`;
      const answer = await answerOf(app, {
        method,
        url,
        headers,
        ...(payload === undefined ? {} : { payload }),
      });
      answers.push({ request: `${name} ${method} ${url}${sent}`, ...answer });
      return answer.answer;
    };
    await askAbout(ask);
  }
  const url = `${API}/auth-token`;
  const { status } = await answerOf(app, { method: 'POST', url, payload: world.user });
  answers.push({ request: `POST ${url}`, status, answer: null });
  const scans = await answerOf(app, {
    method: 'POST',
    url: '/carrier-events',
    headers: world.courier,
    payload: { events: [{ tracking_number: 'NONE', status: 'in_transit', event_date_time: world.now }] },
  });
  answers.push({ request: 'courier POST /carrier-events', ...scans });
  return answers;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a release answers
type Ask = (method: 'GET' | 'POST', url: string, payload?: object) => Promise<any>;

interface ShownShipment {
  readonly id: string;
  readonly attributes: { readonly tracking_number: string | null; readonly label_url: string | null };
}

async function askAbout(ask: Ask): Promise<void> {
  const stores: { id: string; logo_url: string | null }[] =
    (await ask('GET', `${API}/client-stores`)).data ?? [];
  for (const { id, logo_url } of stores) {
    await ask('GET', `${API}/client-stores/${id}`);
    if (logo_url !== null) await ask('GET', new URL(logo_url).pathname);
    await ask('GET', `${API}/message-settings?store_id=${id}`);
  }
  await ask('GET', `${API}/message-settings`);
  for (const { id } of (await ask('GET', `${API}/warehouses`)).data as { id: string }[]) {
    await ask('GET', `${API}/warehouses/${id}`);
  }
  const shipments = await askForListing(ask);
  for (const { id } of shipments) await ask('GET', `${API}/shipments/${id}`);
  const awbs = shipments.flatMap(({ attributes }) => attributes.tracking_number ?? []);
  for (let from = 0; from < awbs.length; from += 50) {
    await ask('POST', `${API}/order-tracking`, { awbs: awbs.slice(from, from + 50) });
  }
  for (const awb of awbs.slice(0, 12)) await ask('GET', `/track/${awb}`);
  for (const { attributes } of shipments
    .filter(({ attributes }) => attributes.label_url !== null)
    .slice(0, 6)) {
    const { pathname, search } = new URL(attributes.label_url ?? '');
    await ask('GET', `${pathname}${search}&format=zpl`);
  }
  await askForRates(ask);
  await askForPages(ask, `${API}/messages?per_page=100`);
  await askForPages(ask, `${API}/audit?per_page=100`);
}

async function askForListing(ask: Ask): Promise<ShownShipment[]> {
  const found: ShownShipment[] = [];
  for (let page = 1; ; page += 1) {
    const { data = [] } = (await ask('POST', `${API}/shipments`, { page, per_page: 100 })) as {
      data?: ShownShipment[];
    };
    found.push(...data);
    if (data.length < 100) break;
  }
  await ask('POST', `${API}/shipments`, { sort_order: 'asc', per_page: 10 });
  for (const status of STATUSES) await ask('POST', `${API}/shipments`, { status: [status], per_page: 5 });
  for (const zone of ['a', 'b', 'c', 'd', 'e'])
    await ask('POST', `${API}/shipments`, { zone: [zone], per_page: 2 });
  await ask('POST', `${API}/shipments`, { is_cod: true, per_page: 5 });
  await ask('POST', `${API}/shipments`, { search: 'delhi', per_page: 5 });
  await ask('POST', `${API}/shipments`, { attempts_count__gte: 2, per_page: 5 });
  await ask('POST', `${API}/shipments/counts`, {});
  await ask('POST', `${API}/shipments/counts`, { is_cod: false });
  await ask('POST', `${API}/shipments/export`, {});
  return found;
}

async function askForRates(ask: Ask): Promise<void> {
  const parcel = { dead_weight: 640, length: 20, width: 15, height: 10 };
  const routes = [
    ['560001', '560038'],
    ['560001', '110001'],
    ['110020', '781001'],
    ['400001', '744101'],
  ];
  for (const [origin_pincode, destination_pincode] of routes) {
    const route = { origin_pincode, destination_pincode, ...parcel };
    await ask('POST', `${API}/rates`, {
      journey_type: 'forward',
      payment_method: 'cod',
      shipment_value: 1499,
      ...route,
    });
    await ask('POST', `${API}/rates`, { journey_type: 'return', ...route });
    await ask('POST', `${API}/serviceability`, {
      from: origin_pincode,
      to: destination_pincode,
      payment_mode: 'prepaid',
      shipment_type: 'forward',
    });
    await ask('GET', `${API}/pincodes/${destination_pincode}`);
  }
}

async function askForPages(ask: Ask, url: string): Promise<void> {
  let before: string | null = null;
  do {
    const { meta } = (await ask('GET', before === null ? url : `${url}&before=${before}`)) as {
      meta?: { next_before: string | null };
    };
    before = meta?.next_before ?? null;
  } while (before !== null);
}

async function answerOf(
  app: FastifyInstance,
  request: { method: 'GET' | 'POST'; url: string; headers?: object; payload?: object },
): Promise<Pick<RecordedAnswer, 'status' | 'answer'>> {
  const response = await app.inject({ ...request, headers: { ...request.headers } });
  const type = String(response.headers['content-type']);
  const isText = /^text\/|^application\/zpl/.test(type);
  const answer = isText
    ? response.body
    : type.startsWith('image/') || type.startsWith('application/pdf')
      ? createHash('sha256').update(response.rawPayload).digest('hex')
      : response.body === ''
        ? ''
        : response.json();
  return { status: response.statusCode, answer };
}
