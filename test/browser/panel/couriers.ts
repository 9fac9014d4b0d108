import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../../simulators/couriers/delhivery/settings.ts';
import { type RunningStandIn, startStandIn } from '../../../simulators/couriers/kit/start-stand-in.ts';
import { pollCouriers } from '../../../src/usecases/couriers/poll-couriers.ts';
import { type Connected, connectCourier } from '../../support/connected-courier.ts';
import { type Ground, signIn } from './ground.ts';

const HOUR_MS = 3_600_000;

/** A parcel of a connected courier, from the failed delivery to the customer's door. */
export function testCouriers(ground: () => Ground): void {
  describe('a connected courier', () => {
    let standIn: RunningStandIn<DelhiveryStandIn>;
    let merchant: Connected;
    beforeAll(async () => {
      standIn = await startStandIn((dependencies) => new DelhiveryStandIn(dependencies));
      const { test } = ground();
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

    it('is asked at the desk for another attempt, and delivers', async () => {
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
      await page.locator('tr.row').first().waitFor();
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    });
  });
}
