import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Gateway, readGateway } from '../../src/messages/gateway.ts';
import { GatewayTransport } from '../../src/messages/gateway-transport.ts';
import type { OutgoingText, SendResult } from '../../src/messages/transport.ts';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
import { PUBLIC_URL, startApp } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { runJobs } from '../support/jobs.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

type Answer = (response: ServerResponse, asked: Asked) => void;

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A provider on loopback, instead of a recipe's host. */
async function startProvider(answer: Answer): Promise<{ origin: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      const { method, url, headers } = request;
      const one = { method, url, headers, text };
      asked.push(one);
      answer(response, one);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function json(status: number, body: unknown): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}

async function recipe(name: 'msg91-sms' | 'whatsapp-cloud', origin: string): Promise<Gateway> {
  const gateway = await readGateway(join(PACKAGE_ROOT, 'examples', 'gateways', `${name}.json`));
  const { pathname } = new URL(gateway.url);
  return { ...gateway, url: `${origin}${pathname}` };
}

const MESSAGE: OutgoingText = {
  messageId: '0199f1f0-0000-7000-8000-000000000001',
  moment: 'out_for_delivery',
  isCod: true,
  language: 'en',
  phone: '9876543210',
  text: 'Chai & Co: your order is out for delivery today.',
  values: {
    first_name: 'Asha",\n"to":"910000000000',
    brand: 'Chai & Co',
    order_id: 'CHAI-1',
    tracking_number: 'TITL1',
    carrier: 'Titlipath',
    cash: 'Rs 1,299',
    expected_date: '',
    reason: '',
    next_step: '',
    track_url: 'https://ship.example.in/track/TITL1',
    pay_url: '',
    review_url: '',
    code: '',
  },
};

function send(gateway: Gateway, message: OutgoingText = MESSAGE, withinMs = 30_000): Promise<SendResult> {
  return new GatewayTransport(gateway, 'secret-key', withinMs).send(message);
}

describe('the recipe for MSG91', () => {
  it('calls the flow API with the template and variables of the moment', async () => {
    const provider = await startProvider(json(200, { type: 'success', message: '3763646c3058373530393938' }));
    const gateway = await recipe('msg91-sms', provider.origin);
    expect(await send(gateway)).toEqual({ outcome: 'sent', providerId: '3763646c3058373530393938' });
    const [asked] = provider.asked;
    expect(asked).toMatchObject({ method: 'POST', url: '/api/v5/flow' });
    expect(asked?.headers).toMatchObject({ authkey: 'secret-key', 'content-type': 'application/json' });
    expect(JSON.parse(asked?.text ?? '')).toEqual({
      template_id: 'your-msg91-template-id-3',
      short_url: '0',
      CRQID: MESSAGE.messageId,
      recipients: [
        {
          mobiles: '919876543210',
          brand: 'Chai & Co',
          order: 'CHAI-1',
          cash: 'Rs 1,299',
          link: 'https://ship.example.in/track/TITL1',
        },
      ],
    });
    await send(gateway, { ...MESSAGE, isCod: false });
    expect(JSON.parse(provider.asked[1]?.text ?? '').template_id).toBe('your-msg91-template-id-2');
  });

  it('retries after an error, which MSG91 can report with status 200', async () => {
    for (const status of [200, 401, 500]) {
      const provider = await startProvider(
        json(status, { type: 'error', message: 'authkey invalid: secret-key' }),
      );
      expect(await send(await recipe('msg91-sms', provider.origin))).toEqual({
        outcome: 'unavailable',
        error: saidByPartner(`${status}: authkey invalid: ***`),
      });
    }
  });
});

describe('a template that is approved in other languages', () => {
  it('is sent with the provider’s name for that language, and else in English', async () => {
    const provider = await startProvider(json(200, { type: 'success', message: 'id' }));
    const gateway = await recipe('msg91-sms', provider.origin);
    const template = gateway.templates.out_for_delivery_cod;
    if (template === undefined) throw new Error('The recipe has no such template');
    const hindi = { ...template, languages: { hi: 'in-hindi' } };
    const transport = new GatewayTransport(
      { ...gateway, templates: { ...gateway.templates, out_for_delivery_cod: hindi } },
      'secret-key',
    );
    expect(transport.speaks('hi', MESSAGE)).toBe(true);
    expect(transport.speaks('ta', MESSAGE)).toBe(false);
    expect(transport.speaks('hi', { ...MESSAGE, moment: 'delivered' })).toBe(false);
    await transport.send({ ...MESSAGE, language: 'hi' });
    await transport.send(MESSAGE);
    const ids = provider.asked.map(({ text }) => JSON.parse(text).template_id);
    expect(ids).toEqual(['in-hindi', 'your-msg91-template-id-3']);
  });
});

describe('the recipe for WhatsApp Cloud API', () => {
  const accepted = {
    messaging_product: 'whatsapp',
    contacts: [{ input: '919876543210', wa_id: '919876543210' }],
    messages: [{ id: 'wamid.HBgMOTE5ODc2NTQzMjEw', message_status: 'accepted' }],
  };
  const failed = (code: number) => ({
    error: {
      message: `(#${code}) No`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details: 'Said why' },
      fbtrace_id: 'Az8or2yhqkZfEZ',
    },
  });

  it('sends the approved template with its parameters in order, each on one line', async () => {
    const provider = await startProvider(json(200, accepted));
    const gateway = await recipe('whatsapp-cloud', provider.origin);
    expect(await send(gateway)).toEqual({ outcome: 'sent', providerId: 'wamid.HBgMOTE5ODc2NTQzMjEw' });
    const [asked] = provider.asked;
    expect(asked).toMatchObject({ method: 'POST', url: '/v23.0/your-phone-number-id/messages' });
    expect(asked?.headers.authorization).toBe('Bearer secret-key');
    expect(JSON.parse(asked?.text ?? '')).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '919876543210',
      type: 'template',
      template: {
        name: 'order_out_for_delivery_cod',
        language: { code: 'en' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Asha", "to":"910000000000' },
              { type: 'text', text: 'CHAI-1' },
              { type: 'text', text: 'Chai & Co' },
              { type: 'text', text: 'Rs 1,299' },
              { type: 'text', text: 'https://ship.example.in/track/TITL1' },
            ],
          },
        ],
      },
      biz_opaque_callback_data: MESSAGE.messageId,
    });
  });

  it.each([
    [400, 131026, 'refused'],
    [400, 132001, 'refused'],
    [400, 131056, 'unavailable'],
    [429, 130429, 'unavailable'],
    [401, 190, 'unavailable'],
    [503, 2, 'unavailable'],
  ])('takes status %d with code %d as %s', async (status, code, outcome) => {
    const provider = await startProvider(json(status, failed(code)));
    expect(await send(await recipe('whatsapp-cloud', provider.origin))).toEqual({
      outcome,
      error: saidByPartner(`${status}: (#${code}) No: Said why`),
    });
  });

  it('retries if the answer is missing, cut off or a redirect', async () => {
    const answers: Answer[] = [
      () => undefined,
      (response) => response.destroy(),
      (response) => {
        response.writeHead(302, { location: 'http://127.0.0.1:1/' });
        response.end();
      },
    ];
    for (const answer of answers) {
      const provider = await startProvider(answer);
      const gateway = await recipe('whatsapp-cloud', provider.origin);
      expect(await send(gateway, MESSAGE, 1_000)).toEqual({
        outcome: 'unavailable',
        error: expect.objectContaining({
          text: expect.stringMatching(
            /^the gateway (?:did not answer in time$|could not be reached, or hung up)/,
          ),
        }),
      });
      expect(provider.asked).toHaveLength(1);
    }
  });

  it.each([301, 302, 307, 308])(
    'does not follow a redirect %d, which would leak the credential',
    async (status) => {
      const elsewhere = await startProvider(json(200, { messages: [{ id: 'taken' }] }));
      const provider = await startProvider((response) => {
        response.writeHead(status, { location: `${elsewhere.origin}/v20.0/messages` });
        response.end();
      });
      expect(await send(await recipe('whatsapp-cloud', provider.origin))).toMatchObject({
        outcome: 'unavailable',
      });
      expect(elsewhere.asked).toEqual([]);
    },
  );
});

describe('any other gateway', () => {
  it('is called by GET with every value encoded in its address', async () => {
    const provider = await startProvider((response) => response.end('OK 17'));
    const gateway: Gateway = {
      method: 'GET',
      url: `${provider.origin}/send?key={{key}}&to={{national_phone}}&dlt={{template_id}}&text={{text}}`,
      headers: {},
      format: 'form',
      body: {},
      templates: { out_for_delivery: { id: '11 07', variables: {}, languages: {} } },
      empty: '',
      answer: { accepted: {}, refused: {}, again: {}, id: null, error: [] },
    };
    expect(await send(gateway, { ...MESSAGE, text: 'A & B?to=1#x' })).toEqual({
      outcome: 'sent',
      providerId: null,
    });
    const url = new URL(provider.asked[0]?.url ?? '', provider.origin);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      key: 'secret-key',
      to: '9876543210',
      dlt: '11 07',
      text: 'A & B?to=1#x',
    });
    const posted = { ...gateway, method: 'POST' as const, body: { to: '{{phone}}', message: '{{text}}' } };
    await send(posted);
    expect(Object.fromEntries(new URLSearchParams(provider.asked[1]?.text))).toEqual({
      to: '919876543210',
      message: MESSAGE.text,
    });
  });
});

describe('every gateway', () => {
  it('gets the message id to recognise repeats, unless its file sets another key', async () => {
    const provider = await startProvider((response) => response.end('OK'));
    for (const name of ['msg91-sms', 'whatsapp-cloud'] as const) {
      const gateway = await recipe(name, provider.origin);
      await send(gateway);
      await send(gateway);
      await send({ ...gateway, headers: { 'Idempotency-Key': 'own-{{message_id}}' } });
    }
    const keys = provider.asked.map(({ headers }) => headers['idempotency-key']);
    const { messageId } = MESSAGE;
    const ofOne = [messageId, messageId, `own-${messageId}`];
    expect(keys).toEqual([...ofOne, ...ofOne]);
  });
});

describe('a configured gateway', () => {
  it('gets each message once for the moments of its templates, and its errors are masked', async () => {
    const provider = await startProvider((response, asked) => {
      const isFirst = provider.asked.length === 1;
      const { to } = JSON.parse(asked.text);
      if (isFirst) json(200, { messages: [{ id: 'wamid.1' }] })(response, asked);
      else json(400, { error: { code: 131026, message: `${to} is not on WhatsApp` } })(response, asked);
    });
    const gateway = await recipe('whatsapp-cloud', provider.origin);
    const { shipped } = gateway.templates;
    if (shipped === undefined) throw new Error('the recipe has no template for shipped');
    const whatsapp = new GatewayTransport({ ...gateway, templates: { shipped } }, 'secret-key');
    const messaging = { transports: { whatsapp }, publicUrl: () => PUBLIC_URL };
    const test = await startApp({ shipping: { messaging } });
    stops.push(() => test.stop());
    const account = await test.account('Sunrise Traders');
    const warehouseId = await makeWarehouse(account);
    for (let order = 0; order < 2; order += 1) {
      await account.post('/forward-order-orchestration', orderBody(warehouseId, { carrier_id: CARRIER }));
      await runJobs(test);
    }
    await runJobs(test);
    const { data } = (await account.get('/messages')).json();
    expect(data).toMatchObject([
      {
        channel: 'whatsapp',
        status: 'failed',
        error: '400: ******3210 is not on WhatsApp',
        error_details: {
          message: '400: ******3210 is not on WhatsApp',
          template: 'partner_said',
          values: { words: '400: ******3210 is not on WhatsApp' },
        },
        to: '******3210',
      },
      { channel: 'whatsapp', status: 'sent', error: null },
    ]);
    expect(provider.asked).toHaveLength(2);
  });
});
