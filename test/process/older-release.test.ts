import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { describe, expect, inject, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { PACKAGE_ROOT, readVersion } from '../../src/package-root.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { createCarrierCredential } from '../../src/usecases/tracking/carrier-credentials.ts';
import { OTHER_CARRIER } from '../support/carriers.ts';
import { createDatabase } from '../support/database.ts';
import { exchangeBody } from '../support/exchanges.ts';
import { startMailServer } from '../support/mail-server.ts';
import { API, orderBody, warehouseBody } from '../support/orders.ts';
import { databaseEnvironment, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

/** The commit of 0.1.0, whose tag may be missing here. */
const RELEASE_0_1_0 = 'f03dfeb8dd250947b691ed2790e80dd058d70975';

/** The newest earlier release whose code is in the history here; null in a shallow clone. */
function olderRelease(): string | null {
  const git = (...words: string[]) => spawnSync('git', words, { cwd: PACKAGE_ROOT, encoding: 'utf8' });
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-v:refname').stdout.split('\n');
  const isReleased = git('describe', '--exact-match', '--tags', 'HEAD').status === 0;
  const older = tags.find((tag) => tag !== '' && !(isReleased && tag === `v${readVersion()}`));
  const commit = older ?? RELEASE_0_1_0;
  return git('cat-file', '-e', `${commit}^{commit}`).status === 0 ? commit : null;
}

/** Builds it in a folder of its own, with the installed packages. */
function build(commit: string): string {
  const folder = join(inject('runFolder'), 'older-release');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', commit], { cwd: PACKAGE_ROOT, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['x', '-C', folder], { input: archive });
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'node_modules'));
  const compiler = join(PACKAGE_ROOT, 'node_modules/.bin/tsc');
  execFileSync(compiler, ['-p', 'tsconfig.build.json', '--noCheck'], { cwd: folder });
  return folder;
}

const commit = existsSync(join(PACKAGE_ROOT, '.git')) ? olderRelease() : null;

describe.skipIf(commit === null)('the previous release on a database of this release', () => {
  it('books orders beside this release, and each shows the orders of the other', async () => {
    const database = await createDatabase('migrated');
    const mail = await startMailServer();
    const environment = {
      ...databaseEnvironment(database),
      DEMO: '0',
      LOG_LEVEL: 'warn',
      SMTP_URL: mail.url,
      MESSAGE_FROM: 'ship@example.in',
    };
    const base = { database: database.database, now: () => new Date(), newId };
    const { apiKey } = await createAccount(base, OPERATOR, 'Test account');
    const services: ServiceProcess[] = [];
    try {
      services.push(await startServiceProcess(environment, build(commit ?? '')));
      services.push(await startServiceProcess(environment));
      const ask = async (service: ServiceProcess, path: string, body: object) => {
        const headers = { authorization: apiKey, 'content-type': 'application/json' };
        const sent = { method: 'POST', headers, body: JSON.stringify(body) };
        const response = await fetch(`${service.url}${API}${path}`, sent);
        const text = await response.text();
        expect(response.status, `${path}: ${text} ${service.log()}`).toBe(200);
        return JSON.parse(text);
      };
      const awbs: string[] = [];
      for (const service of services) {
        const made = await ask(service, '/warehouse', warehouseBody());
        const order = orderBody(made.payload.warehouse_id);
        awbs.push((await ask(service, '/forward-order-orchestration', order)).payload.awb_code);
      }
      for (const service of services) {
        const { data, meta } = await ask(service, '/shipments', {});
        expect(meta.total).toBe(2);
        expect(
          data.map(
            ({ attributes }: { attributes: { tracking_number: string } }) => attributes.tracking_number,
          ),
        ).toEqual(awbs.toReversed());
        expect((await ask(service, '/shipments/counts', {})).data.all).toBe(2);
        const { result } = await ask(service, '/order-tracking', { awbs });
        expect(Object.values(result).filter((one) => 'error' in (one as object))).toEqual([]);
      }
      const [older, newer] = services;
      const [oldAwb = '', newAwb = ''] = awbs;
      if (older === undefined || newer === undefined) throw new Error('both run');
      await ask(older, '/cancel-order', { awbs: [newAwb] });
      await ask(newer, '/cancel-order', { awbs: [oldAwb] });
      for (const service of services) {
        expect((await ask(service, '/shipments/counts', {})).data.cancelled).toBe(2);
      }

      // It does not know texts in one language: it shows and sends the texts for all languages.
      const written = async (service: ServiceProcess, path: string, put?: object) => {
        const response = await fetch(`${service.url}${API}${path}`, {
          headers: { authorization: apiKey, 'content-type': 'application/json' },
          ...(put === undefined ? {} : { method: 'PUT', body: JSON.stringify(put) }),
        });
        const { data } = (await response.json()) as {
          data: { messages: { moment: string; channel: string; text: string }[] };
        };
        expect(response.status, service.log()).toBe(200);
        return data.messages
          .filter(({ moment, channel }) => moment === 'shipped' && channel === 'sms')
          .map(({ text }) => text);
      };
      const words = (text: string | null) => ({ messages: [{ moment: 'shipped', channel: 'sms', text }] });
      const ours = await written(older, '/message-settings');
      await written(newer, '/message-settings', { language: 'hi', ...words('भेजा: {{order_id}}') });
      expect(await written(older, '/message-settings')).toEqual(ours);
      expect(await written(older, '/message-settings', words('Sent: {{order_id}}'))).toEqual([
        'Sent: {{order_id}}',
      ]);
      await written(newer, '/message-settings', { language: 'ta', ...words('அனுப்பப்பட்டது: {{order_id}}') });
      expect(await written(older, '/message-settings')).toEqual(['Sent: {{order_id}}']);
      expect(await written(newer, '/message-settings?language=hi')).toEqual(['भेजा: {{order_id}}']);
      await written(older, '/message-settings', words(null));
      expect(await written(newer, '/message-settings?language=hi')).toEqual(['भेजा: {{order_id}}']);
      expect(await written(newer, '/message-settings?language=bn')).not.toEqual(['Sent: {{order_id}}']);

      // It does not know English-only texts either, but they are sent, whichever process takes the job.
      const english = { moment: 'shipped', channel: 'email', subject: 'Ours', text: 'Our own: {{order_id}}' };
      await written(newer, '/message-settings', { language: 'en', messages: [english] });
      const { payload: place } = await ask(newer, '/warehouse', warehouseBody());
      const told = Array.from({ length: 8 }, (_, nth) => `OWN-${nth}`);
      for (const order_id of told) {
        await ask(newer, '/forward-order-orchestration', orderBody(place.warehouse_id, { order_id }));
      }
      const aboutThem = () => mail.emails.filter(({ source }) => source.includes('OWN-'));
      await expect.poll(() => aboutThem().length).toBe(told.length);
      expect(aboutThem().filter(({ source }) => !source.includes('Subject: Ours'))).toEqual([]);

      // The older one does not know exchanges, but accepts scans of their returns.
      const made = await ask(newer, '/warehouse', warehouseBody());
      const wanted = { dispatch: 'after_pickup', carrier_id: OTHER_CARRIER };
      const exchange = exchangeBody(made.payload.warehouse_id, wanted);
      const { payload } = await ask(newer, '/exchange-order-orchestration', exchange);
      const terms = { name: 'Courier', carrierIds: [OTHER_CARRIER], expiresAt: null };
      const { credential } = await createCarrierCredential(base, OPERATOR, terms);
      const tracking_number = payload.reverse_awb;
      const event = { tracking_number, status: 'picked_up', event_date_time: new Date().toISOString() };
      const scanned = await fetch(`${older.url}/carrier-events`, {
        method: 'POST',
        headers: { authorization: credential, 'content-type': 'application/json' },
        body: JSON.stringify({ events: [event] }),
      });
      expect(await scanned.json()).toMatchObject({ data: [{ result: 'applied' }] });
      const forwardNumber = async () => {
        const { data } = await ask(newer, '/exchange-orders', {});
        return data[0].attributes.forward_shipment.data.attributes.tracking_number;
      };
      await expect.poll(forwardNumber, { interval: 500 }).toEqual(expect.any(String));
    } finally {
      for (const service of services) await service.end();
      await mail.stop();
      await database.drop();
    }
  });
});
