import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInBy } from '../../support/people.ts';
import { choose, type Ground, PASSWORD, signIn, type Visitor } from './ground.ts';

/** Failed deliveries, requests, stores, keys, users, webhooks and messages. */
export function testWork(ground: () => Ground): void {
  describe('a desk', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await ground().visit();
      await signIn(visitor, ground(), '/ndr');
    });
    afterAll(() => visitor.context.close());

    it('opens the next failed delivery after an answer, and counts those left', async () => {
      const { page } = visitor;
      const left = page.getByText(/need an answer|needs an answer/);
      const before = Number.parseInt((await left.textContent()) ?? '', 10);
      const first = await page.getByRole('article').getByRole('heading', { level: 2 }).textContent();
      await page.getByLabel('New phone number').fill('1');
      await page.getByRole('button', { name: 'Reattempt' }).click();
      await page.locator('.wrong').first().waitFor();
      await page.getByLabel('New phone number').fill('9876543210');
      await page.getByRole('button', { name: 'Reattempt' }).click();
      await expect.poll(async () => Number.parseInt((await left.textContent()) ?? '', 10)).toBe(before - 1);
      expect(await page.getByRole('article').getByRole('heading', { level: 2 }).textContent()).not.toBe(
        first,
      );
    });

    it('moves the focus to the heading of the next failed delivery', async () => {
      const { page } = visitor;
      await page.goto('/ndr');
      const answer = page.getByRole('article');
      const left = page.getByText(/need an answer|needs an answer/);
      const count = async () => Number.parseInt((await left.textContent()) ?? '', 10);
      const press = (name: string) => answer.getByRole('button', { name }).press('Enter');
      const sendBack = async () => {
        await press('Return to origin');
        await page.getByRole('dialog').getByRole('button', { name: 'Return to origin' }).press('Enter');
      };
      for (const [leave, answered] of [
        [() => press('Reattempt'), 1],
        [sendBack, 1],
        [() => press('Next'), 0],
      ] as const) {
        await answer.getByRole('heading', { level: 2 }).waitFor();
        const [before, shown] = [await count(), page.url()];
        await leave();
        await expect.poll(count).toBe(before - answered);
        await expect
          .poll(async () => page.url() !== shown && (await page.locator('article h2:focus').count()) === 1)
          .toBe(true);
      }
    });

    it('has a list and a page for each failed delivery on a phone', async () => {
      const phone = await ground().visit({ viewport: { width: 390, height: 844 }, hasTouch: true });
      await signIn(phone, ground(), '/ndr');
      const { page } = phone;
      const items = page.locator('.queue-item');
      const answer = page.getByRole('article');
      await items.first().waitFor();
      expect(await answer.count()).toBe(0);
      const [total] = (await page.getByText(/need an answer/).textContent())?.split(' ') ?? [];
      await items.nth(1).tap();
      await answer.getByRole('heading', { level: 2 }).waitFor();
      await page.getByText(`2 of ${total}`).waitFor();
      expect(page.url()).toContain('open=');
      expect(await items.first().isVisible()).toBe(false);
      for (const name of ['Reattempt', 'Return to origin']) {
        const box = await answer.getByRole('button', { name, exact: true }).boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(48);
        expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
      }
      await answer.getByRole('button', { name: 'Next' }).tap();
      await page.getByText(`3 of ${total}`).waitFor();
      await page.goBack();
      await items.first().waitFor();
      expect(page.url()).not.toContain('open=');
      expect(await answer.count()).toBe(0);
      await items.first().tap();
      await page.getByRole('heading', { level: 1 }).getByRole('link', { name: 'NDR desk' }).tap();
      await items.first().waitFor();
      expect(await answer.count()).toBe(0);
      expect(phone.complaints).toEqual([]);
      await phone.context.close();
    });

    it('does what the customer asks for at one click, and names the colleague who was faster', async () => {
      const { page } = visitor;
      const [first, second, third] = await askedFor(ground());
      await page.goto(`/ndr?open=${first.id}`);
      const answer = page.getByRole('article');
      await answer.getByText('The customer asks for:').waitFor();
      const left = page.getByText(/need an answer|needs an answer/);
      const before = Number.parseInt((await left.textContent()) ?? '', 10);
      await answer.getByRole('button', { name: first.button }).click();
      await expect.poll(async () => Number.parseInt((await left.textContent()) ?? '', 10)).toBe(before - 1);
      expect(await page.getByRole('alert').count()).toBe(0);

      // A colleague answers the delivery that is open here; both buttons meet that.
      for (const [parcel, press] of [
        [second, () => answer.getByRole('button', { name: second.button }).click()],
        [third, () => answer.getByRole('button', { name: 'Reattempt' }).click()],
      ] as const) {
        await page.goto(`/ndr?open=${parcel.id}`);
        await answer.getByRole('button', { name: parcel.button }).waitFor();
        await byColleague(ground(), parcel.awb);
        await press();
        const told = page.getByRole('alert').first();
        await expect.poll(() => told.textContent()).toMatch(/by Farah on|Farah/);
        await expect.poll(() => page.url()).not.toContain(parcel.id);
        await page.getByRole('link', { name: 'Open shipment' }).first().click();
        const sheet = page.getByRole('complementary');
        await sheet.getByText('Farah requested a return to origin').waitFor();
        expect(await sheet.getByText('The customer asks for:').count()).toBe(0);
      }
    });

    it('answers several requests at once, and shows which ones a colleague had answered', async () => {
      const { page } = visitor;
      const [first, second] = await askedFor(ground());
      await page.goto('/requests');
      const rows = page.locator('tr.row');
      await rows.first().waitFor();
      for (const { order } of [first, second])
        await page.getByLabel(`Select the request of ${order}`).check();
      await page.getByText('2 selected').waitFor();
      await page.getByRole('main').getByRole('button', { name: 'Reject' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Reject: 2 requests' });
      await byColleague(ground(), second.awb);
      await dialog.getByLabel('Your answer to the customer').fill('Please accept the parcel');
      await dialog.getByRole('button', { name: 'Reject' }).click();
      await page.getByText('Request rejected').waitFor();
      await dialog.getByText('Not carried out:').waitFor();
      expect(await dialog.textContent()).toContain(second.order);
      expect(await dialog.textContent()).not.toContain(first.order);
      await page.keyboard.press('Escape');
      await page.goto('/requests?state=rejected');
      await page
        .getByRole('row', { name: new RegExp(first.order) })
        .getByText('Please accept the parcel')
        .waitFor();
    });

    it('changes a store, and shows it in previews that run no script', async () => {
      const { page } = visitor;
      await page.goto('/stores');
      await page.locator('iframe').waitFor();
      await page.getByLabel('Name for customers').fill('Chai and Company');
      const shown = page.waitForResponse(async (response) => {
        return response.url().includes('/track/') && (await response.text()).includes('Chai and Company');
      });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved').waitFor();
      await shown;
      expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
    });

    it('makes a key that is shown once, and revokes it', async () => {
      const { page } = visitor;
      await page.goto('/settings/keys');
      await page.getByRole('button', { name: 'New API key' }).first().click();
      await page.getByLabel('Name', { exact: true }).fill('label printer');
      await page.getByRole('button', { name: 'Save' }).click();
      const key = (await page.getByRole('dialog').getByText(/^dky_/).textContent()) ?? '';
      const ask = () => ground().test.client({ authorization: key }).get('/client-stores');
      expect((await ask()).statusCode).toBe(200);
      await page.reload();
      expect(await page.getByText(/^dky_[0-9a-f]+_/).count()).toBe(0);
      await page.getByRole('button', { name: 'Actions: label printer' }).click();
      await page.getByRole('menuitem', { name: 'Revoke' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page
        .getByRole('row', { name: /label printer/ })
        .getByText('Off')
        .waitFor();
    });

    it('invites a viewer, who chooses a password and sees no actions', async () => {
      const { page } = visitor;
      await page.goto('/settings/users');
      await page.getByRole('button', { name: 'Invite user' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Meera');
      await page.getByLabel('Email', { exact: true }).fill('meera@example.in');
      await choose(page, 'Role', 'Viewer');
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      const link = new URL((await page.getByText(/\/join#/).textContent()) ?? '');
      const guest = await ground().visit();
      await guest.page.goto(link.pathname + link.hash);
      await guest.page.getByLabel('Password').fill(PASSWORD);
      await guest.page.getByRole('button', { name: 'Set password and sign in' }).click();
      await guest.page.getByRole('heading', { name: 'Today' }).waitFor();
      await guest.page.goto('/shipments?status=ndr_raised');
      await guest.page.locator('tr.row').first().click();
      await guest.page.getByRole('heading', { name: 'History' }).waitFor();
      expect(await guest.page.getByRole('button', { name: 'Reattempt' }).count()).toBe(0);
      expect(await guest.page.locator('tr.row input').count()).toBe(0);
      await guest.context.close();
    });

    it('invites a user again, and only the newer link works', async () => {
      const { page } = visitor;
      await page.goto('/settings/users');
      await page.getByRole('button', { name: 'Invite user' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Kiran');
      await page.getByLabel('Email', { exact: true }).fill('kiran@example.in');
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      const shown = async () => (await page.getByText(/\/join#/).textContent()) ?? '';
      const first = await shown();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Resend invite: Kiran' }).click();
      const newer = await shown();
      const set = (link: string) =>
        ground()
          .test.client({})
          .post('/password', { token: new URL(link).hash.slice(1), password: PASSWORD });
      expect((await set(first)).statusCode).toBe(422);
      expect((await set(newer)).statusCode).toBe(200);
      await page.reload();
      await page.getByRole('row', { name: /Kiran/ }).getByText('Active').waitFor();
      expect(await page.getByRole('button', { name: 'Resend invite: Kiran' }).count()).toBe(0);
    });

    it('makes, changes and tests a webhook, and shows what was sent to it', async () => {
      const { page } = visitor;
      await page.goto('/settings/webhooks');
      await page.getByRole('button', { name: 'New webhook' }).first().click();
      await page.getByRole('textbox', { name: 'Address' }).fill(`${ground().address}/hooks`);
      await page.getByLabel('Name', { exact: true }).fill('Order desk');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Edit: Order desk' }).click();
      await page.getByLabel(/^New scan/).check();
      await page.getByRole('button', { name: 'Save' }).click();
      await page
        .getByRole('row', { name: /Order desk/ })
        .getByText('Status changed, New scan')
        .waitFor();
      await page.getByRole('button', { name: 'Actions: Order desk' }).click();
      await page.getByRole('menuitem', { name: 'Send a test' }).click();
      await page.getByText('Test sent').waitFor();
      await page.getByRole('button', { name: new URL(ground().address).host, exact: true }).click();
      await page.getByRole('button', { name: 'Details' }).click();
      await page.getByText('"test": true').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Actions: Order desk' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => page.getByRole('row', { name: /Order desk/ }).count()).toBe(0);
    });

    it('changes the text of a message beside its preview', async () => {
      const { page } = visitor;
      await page.goto('/settings/messages');
      await page.getByRole('button', { name: 'Edit texts: Shipped' }).click();
      const text = page.getByLabel('Text', { exact: true });
      await text.fill('Hello ');
      await page.getByRole('button', { name: 'First name' }).click();
      await page.getByRole('region', { name: 'Preview' }).getByText('Hello Asha').waitFor();
      expect(await text.inputValue()).toBe('Hello {{first_name}}');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('Your text').waitFor();
      const isOn = page.getByRole('switch', { name: 'Shipped, Email' });
      await isOn.uncheck();
      await page.getByText('Switched off').waitFor();
      await isOn.check();
      await page.getByRole('button', { name: 'Edit texts: Shipped' }).click();
      await page.getByRole('button', { name: 'Use the default text' }).click();
      await page.getByText('Your text').waitFor({ state: 'detached' });
    });

    it('causes no error in the browser but expected refusals', () => {
      expect(visitor.complaints.filter((one) => !/422/.test(one))).toEqual([]);
    });
  });
}

/**
 * Makes the customers of three failed deliveries send requests, and returns the buttons to carry them out.
 */
async function askedFor({ test, account }: Ground): Promise<[Asked, Asked, Asked]> {
  type Row = Pick<Asked, 'id' | 'awb' | 'order'> & { attempt: number };
  const rows = await test.sql<Row>(
    `select s.shipment_id as id, s.tracking_number as awb, s.attempt_count as attempt, o.display_id as order
       from shipments s join orders o using (account_id, order_id)
      where s.account_id = $1 and s.journey = 'forward' and granular_status in ('ndr_raised', 'need_attention') and not exists (
        select from customer_requests q where q.account_id = $1 and q.shipment_id = s.shipment_id and q.state = 'waiting')
      limit 3`,
    [account.accountId],
  );
  const parcels: Asked[] = [];
  for (const [index, { id, awb, order, attempt }] of rows.entries()) {
    const kind = index === 1 ? 'refusal' : 'reattempt';
    await test.sql(
      `insert into customer_requests (account_id, request_id, shipment_id, created_at, attempt, kind, state, is_at_once, phone)
       values ($1, $2, $3, $4, $5, $6, 'waiting', false, '9876543211')`,
      [account.accountId, test.service.newId(), id, test.service.now(), attempt, kind],
    );
    const button = kind === 'refusal' ? 'Return as requested' : 'Deliver again as requested';
    parcels.push({ id, awb, order, button });
  }
  return parcels as [Asked, Asked, Asked];
}

interface Asked {
  readonly id: string;
  readonly awb: string;
  readonly order: string;
  readonly button: string;
}

/** Another person requests the return of a parcel. */
async function byColleague({ test, account }: Ground, awb: string): Promise<void> {
  const user = { name: 'Farah', email: 'farah@example.in', password: PASSWORD, role: 'manager' };
  await account.post('/users', user);
  const farah = await signInBy(test, { username: user.email, password: PASSWORD });
  expect((await farah.post('/initiate-rto', { awb })).statusCode).toBe(200);
}
