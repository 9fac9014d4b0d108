import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../../simulators/couriers/delhivery/settings.ts';
import { type RunningStandIn, startStandIn } from '../../../simulators/kit/start-stand-in.ts';
import { pollCouriers } from '../../../src/usecases/couriers/poll-couriers.ts';
import { type Connected, connectCourier } from '../../support/connected-courier.ts';
import { makeWarehouse } from '../../support/orders.ts';
import { choose, type Ground, signIn } from './ground.ts';

const HOUR_MS = 3_600_000;

/** The settings and the parcels of a courier that is connected to the account. */
export function testCouriers(ground: () => Ground): void {
  describe('a connected courier', () => {
    let standIn: RunningStandIn<DelhiveryStandIn>;
    let merchant: Connected;
    beforeAll(async () => {
      standIn = await startStandIn((dependencies) => new DelhiveryStandIn(dependencies));
      const { test } = ground();
      standIn.clock.forward(test.service.now().getTime() - Date.now());
      merchant = await connectCourier(
        { test, standIn, stop: async () => {} },
        { settings: STAND_IN_SETTINGS },
      );
    });
    afterAll(() => standIn?.stop());

    /** Pushes the courier's scans to the service. */
    async function scanned(number: string, ...steps: string[]): Promise<void> {
      standIn.courier.move(number, ...steps);
      ground().test.advance(2 * HOUR_MS);
      await pollCouriers(ground().test.service, (error) => {
        throw error;
      });
    }

    it('is set up from credentials to a quote, and sample prices are marked until it has prices', async () => {
      const { test } = ground();
      const account = await test.account();
      await makeWarehouse(account);
      const visitor = await ground().visit();
      const { page } = visitor;
      await signIn(visitor, { ...ground(), account }, '/settings/couriers');
      await page.getByRole('link', { name: 'Delhivery' }).click();
      await page.getByText('Advanced').click();
      await page.getByLabel('Server address').fill(standIn.url);
      const token = page.getByLabel('API token');
      await token.fill('a-token-that-is-not-the-right-one-0000000');
      await page.getByRole('button', { name: 'Connect and check' }).click();
      await page.getByText('Delhivery didn’t accept these credentials').waitFor();
      const services = page.getByRole('button', { name: 'Load services' });
      expect(await services.count()).toBe(0);
      await page.reload();
      await page.getByText('Credentials saved. Check that Delhivery accepts them.').waitFor();
      await page.getByRole('button', { name: 'Check connection' }).click();
      await page.getByText('Delhivery didn’t accept these credentials').waitFor();
      expect(await page.getByText(/^Connected\./).count()).toBe(0);
      expect(await services.count()).toBe(0);
      await token.fill(STAND_IN_SETTINGS.token);
      await page.getByRole('button', { name: 'Connect and check' }).click();
      await page.getByText('Connected. Delhivery accepted the credentials.').first().waitFor();
      await page.getByText(/Delhivery has no prices yet\./).waitFor();

      await page.getByRole('switch', { name: 'Delhivery Express' }).uncheck();
      await page.getByText('Delhivery Express is off').waitFor();
      await choose(page, 'Copy prices for Delhivery Surface from', 'Morpankhi Surface 500 g');
      await page.getByLabel('Delhivery Surface: First, zone D').fill('39');
      await page.getByRole('button', { name: 'Review and publish' }).click();
      await page.getByRole('button', { name: 'Publish prices' }).click();
      await page.getByText('Prices published').waitFor();
      await test.rateBooks.look();
      await page.getByText(/Delhivery has no prices yet\./).waitFor({ state: 'detached' });
      await page.locator('.card', { hasText: 'arrives' }).getByText('Delhivery Surface').waitFor();

      await page.getByRole('radio', { name: 'Only these pincodes' }).check();
      await page.getByLabel('Pincodes, or first digits of pincodes').fill('5600, 110001');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Delivers to 2 pincodes').waitFor();
      await page.reload();
      const listed = page.getByLabel('Pincodes, or first digits of pincodes');
      await listed.waitFor();
      expect((await listed.inputValue()).split(', ').sort()).toEqual(['110001', '5600']);
      const save = page.getByRole('button', { name: 'Save' });
      expect(await save.isDisabled()).toBe(true);
      await page
        .getByLabel('Choose a file')
        .last()
        .setInputFiles({
          ...{ name: 'coverage.csv', mimeType: 'text/csv' },
          buffer: Buffer.from('No,Pincode,Days\n1,560001,3\n2,999999,5\n'),
        });
      await save.click();
      await page.getByText('Delivers to 1 pincode').waitFor();
      await page.getByText('Left out, because it isn’t a known pincode: 999999').waitFor();
      expect(await listed.inputValue()).toBe('560001');
      await listed.fill('560001, 110001');
      const [[service]] = (await account.get('/rate-cards?kind=serviceability')).json().data;
      const cells = { carrier_id: service, area_kind: 'pincode', area: '400001', prepaid: 'yes', cod: 'yes' };
      const edited = await account.post('/rate-cards/edits', { edits: [{ kind: 'serviceability', cells }] });
      expect(edited.statusCode, edited.body).toBe(200);
      await save.click();
      await page.getByText(/^Nothing was saved, because somebody else changed the places/).waitFor();
      await page.getByRole('button', { name: 'Load again' }).click();
      await page.getByText(/^Your \d rules say more than this form can show\./).waitFor();
      expect(await listed.inputValue()).toContain('400001');
      await page.locator('.crumbs').getByRole('link', { name: 'Courier accounts' }).click();
      await page.getByText('Ready: 1 service offered').waitFor();
      await page.getByText(/^Last problem: .*: the courier refused your credentials/).waitFor();
      // The unknown pincode, and the change of somebody else.
      const statuses = visitor.complaints.map((complaint) => /status of (\d+)/.exec(complaint)?.[1]);
      expect(statuses).toEqual(['422', '409']);
      await visitor.context.close();
    });

    it('shows in words why it refused, what to do, and its raw answer on request', async () => {
      const { id, number } = await merchant.book();
      standIn.faults.add({ kind: 'status', status: 401, call: 'edit' });
      await merchant.call('POST', '/cancel-order', { awbs: [number] });
      standIn.faults.clear();
      const visitor = await ground().visit();
      const { page } = visitor;
      await signIn(visitor, { ...ground(), account: merchant.account }, `/shipments?open=${id}`);
      const problem = page.getByRole('region', { name: 'Problem with the courier' });
      await problem.getByText('Change or cancellation: the courier refused your credentials').waitFor();
      await problem.getByRole('link', { name: 'Enter the credentials again in Settings.' }).waitFor();
      const raw = problem.getByText(/\/api\/p\/edit/);
      expect(await raw.isVisible()).toBe(false);
      await problem.getByText('Details').click();
      await raw.waitFor();
      await visitor.context.close();
    });

    it('gets a reattempt from the NDR desk, and delivers', async () => {
      const { id, number } = await merchant.book();
      await scanned(
        number,
        ...['picked_up', 'in_transit', 'at_destination', 'out_for_delivery', 'customer_unavailable'],
      );
      const visitor = await ground().visit();
      const { page } = visitor;
      await signIn(visitor, { ...ground(), account: merchant.account }, '/ndr');
      await page.getByText('1 needs an answer').waitFor();
      await page.getByLabel('New phone number').fill('9876543210');
      await page.getByRole('button', { name: 'Reattempt' }).click();
      await page.getByText('Reattempt requested').waitFor();
      expect(await merchant.shown(id)).toMatchObject({ sub_status: 'reattempt_delivery' });
      await scanned(number, 'out_for_delivery', 'delivered');
      await page.goto(`/shipments?status=delivered&open=${id}`);
      const sheet = page.getByRole('complementary', { name: 'Shipment details' });
      await sheet.getByText('Delivered').first().waitFor();
      const link = sheet.getByRole('link', { name: 'Track on delhivery.com' });
      expect(await link.getAttribute('href')).toBe(`https://www.delhivery.com/track-v2/package/${number}`);
      const whatsapp = sheet.getByRole('link', { name: 'WhatsApp' });
      expect(await whatsapp.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/91\d{10}\?text=/);
      await page.locator('tr.row').first().waitFor();
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    });
  });
}
