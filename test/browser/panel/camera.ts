import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../support/app.ts';
import { launchBrowser } from '../../support/browser.ts';
import { type Booked, bookOrder, CARRIER } from '../../support/carriers.ts';
import { makeWarehouse } from '../../support/orders.ts';
import { type Print, printPdf, scan } from '../../support/scan-label.ts';
import { type Ground, signIn } from './ground.ts';

/** The camera's picture. */
const [WIDTH, HEIGHT] = [960, 720];
/** The label is four inches wide, and as wide as the picture. */
const DPI = WIDTH / 4;

/** Chromium gets a film of a real label as the picture of its camera. */
export function testCamera(ground: () => Ground): void {
  describe('the camera', () => {
    let account: TestAccount;
    let folder: string;
    let booked: Booked;
    beforeAll(async () => {
      account = await ground().test.account('Camera');
      folder = await mkdtemp(join(tmpdir(), 'dakiya-camera-'));
      booked = await bookOrder(account, await makeWarehouse(account), CARRIER);
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    it('scans the label of a parcel', async () => {
      const film = join(folder, 'label.y4m');
      const { data } = (await account.get(`/shipments/${booked.shipmentId}`)).json();
      const { pathname, search } = new URL(data.attributes.label_url);
      const label = await ground().test.app.inject({ url: pathname + search });
      const [page] = await printPdf(label.rawPayload, DPI);
      if (page === undefined) throw new Error('The label has no page');
      await writeFile(film, await filmOf(page, booked.trackingNumber));
      const browser = await launchBrowser([
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ]);
      try {
        const visitor = await ground().visit(
          { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
          browser,
        );
        await signIn(visitor, { ...ground(), account }, '/packing');
        const screen = visitor.page;
        const asked: string[] = [];
        screen.on('request', (request) => {
          const body = request.postData() ?? '';
          // The list of what is to be packed is asked for as well.
          if (request.url().endsWith('/v1/shipments') && !body.includes('"waiting"')) asked.push(body);
        });
        await screen.getByRole('button', { name: 'Scan with the camera' }).click();
        await screen.locator('.camera-said').getByText('Ready to pack').waitFor();
        await screen.getByRole('link', { name: 'Open label' }).waitFor();
        expect(asked[0]).toContain(booked.trackingNumber);
        await screen.getByRole('button', { name: 'Close camera' }).click();
        await expect.poll(() => screen.locator('video').count()).toBe(0);
        expect(visitor.complaints).toEqual([]);
      } finally {
        await browser.close();
      }
    });

    it('shows an error when there is none, and codes can still be typed', async () => {
      const visitor = await ground().visit();
      await signIn(visitor, { ...ground(), account }, '/packing');
      const { page } = visitor;
      await page.getByRole('button', { name: 'Scan with the camera' }).click();
      await page.getByRole('alert').waitFor();
      await page.locator('#scan').fill(booked.trackingNumber);
      await page.locator('#scan').press('Enter');
      await page.getByText('Ready to pack').waitFor();
      await visitor.context.close();
    });
  });
}

/** One picture as a film (YUV4MPEG2): the label as wide as the picture, with the barcode in its middle. */
async function filmOf(label: Print, trackingNumber: string): Promise<Buffer> {
  const barcode = (await scan(label)).find(({ text }) => text === trackingNumber);
  if (barcode === undefined) throw new Error('The label has no barcode of its number');
  const grey = Buffer.alloc(WIDTH * HEIGHT, 255);
  for (let y = 0; y < HEIGHT; y += 1) {
    const row = Math.round(barcode.top) + y - HEIGHT / 2;
    if (row < 0 || row >= label.height) continue;
    const start = row * label.width;
    grey.set(label.grey.subarray(start, start + Math.min(label.width, WIDTH)), y * WIDTH);
  }
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`);
  return Buffer.concat([head, grey, colours]);
}
