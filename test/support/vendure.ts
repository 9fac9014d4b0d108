import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { makeShopServer } from '../../scripts/commands/shop-server.mjs';
import { caller, fillCart, placeOrder, type WantedOrder } from '../../shops/vendure/server/place-order.mjs';
import { fieldsOf, itemsOf } from '../../src/partners/answer-fields.ts';
import { createDatabase } from './database.ts';

/** A real Vendure in a process of its own, filled by `shops/vendure/server/fill-shop.mjs`. */
export interface TestVendure {
  /** The settings of a connection. */
  readonly settings: { readonly base_url: string; readonly api_key: string };
  /** Asks the Admin API, with the key of the connection. @throws for an error of the shop */
  readonly admin: ReturnType<typeof caller>;
  /** Orders something by the Shop API, and returns the id of the order. */
  place(order?: WantedOrder): Promise<string>;
  /** Fills a cart, and returns the ways of shipping. */
  cart(order: WantedOrder): ReturnType<typeof fillCart>;
  /** Takes the rights of the API key away, and gives them back. */
  revoke(isRevoked: boolean): Promise<void>;
  /** Waits until the plugin has dated and told all changes. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a Vendure on a database of the tests' PostgreSQL. Its packages are installed first, if that is not done yet.
 *
 * @throws Trouble with a sentence if they cannot be installed
 */
export async function startVendure(plugin: object = {}, port = 0): Promise<TestVendure> {
  const folder = await makeShopServer('vendure');
  const { connection, drop } = await createDatabase('empty', 1);
  const database =
    typeof connection === 'string'
      ? { type: 'postgres', url: connection }
      : { type: 'postgres', ...connection, username: connection?.user };
  const child = spawn(process.execPath, [join(folder, 'vendure-server.mjs')], {
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      SHOP: JSON.stringify({ port, database, plugin, listens: true }),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const said = new EventEmitter();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{')) said.emit('json', JSON.parse(line));
    else process.stderr.write(`${line}\n`);
  });
  const next = async () => {
    const [json] = await Promise.race([once(said, 'json'), ended.then(() => [])]);
    if (json === undefined) throw new Error('Vendure has ended');
    return json;
  };
  let settling = Promise.resolve();
  const ready: { url: string; apiKey: string } = await next();
  const admin = caller(`${ready.url}/admin-api`, { 'vendure-api-key': ready.apiKey });
  return {
    settings: { base_url: ready.url, api_key: ready.apiKey },
    admin,
    place: async (order) => (await placeOrder(ready.url, order)).id,
    cart: (order) => fillCart(caller(`${ready.url}/shop-api`), order),
    revoke: async (isRevoked) => {
      const owner = caller(`${ready.url}/admin-api`);
      await owner('mutation { login(username: "owner", password: "owner") { __typename } }');
      const { roles } = await owner('{ roles { items { id code } } }');
      const role = itemsOf(fieldsOf(roles).items)
        .map(fieldsOf)
        .find(({ code }) => code === 'dakiya');
      const permissions = isRevoked ? [] : ['ReadOrder', 'UpdateOrder'];
      await owner('mutation($input: UpdateRoleInput!) { updateRole(input: $input) { id } }', {
        input: { id: role?.id, permissions },
      });
    },
    settled: () => {
      settling = settling.then(async () => {
        child.stdin.write('settle\n');
        await next();
      });
      return settling;
    },
    stop: async () => {
      child.stdin.end();
      await ended;
      await drop();
    },
  };
}
