import { describe, expect, it, onTestFinished } from 'vitest';
import { readImageHeader } from '../../src/usecases/stores/image-header.ts';
import { openApp, startApp } from '../support/app.ts';
import { carrierHeaders, sendEvents } from '../support/carriers.ts';
import { API, makeWarehouse } from '../support/orders.ts';
import { bookReturn, QC_ITEM, returnBody, type ServedPicture, servePicture } from '../support/returns.ts';
import { patientLoopback } from '../support/webhooks.ts';

const test = await openApp({ shipping: { outgoing: patientLoopback() } });
const account = await test.account();

/** Serves a picture until the test ends. */
async function picture(...words: Parameters<typeof servePicture>): Promise<ServedPicture> {
  const served = await servePicture(...words);
  onTestFinished(served.close);
  return served;
}

async function returnWith(picture: string): Promise<string> {
  const items = [{ ...QC_ITEM, qc_product_image: picture }];
  const body = returnBody(await makeWarehouse(account), { order_items: items });
  return (await account.post('/reverse-order', body)).json().payload.return_id;
}

const ask = (id: string, address: string, headers = account.headers, size = '') =>
  test.app.inject({
    method: 'GET',
    url: `${API}/returns/${id}/picture?address=${encodeURIComponent(address)}&size=${size}`,
    headers,
  });

describe('a picture of a return', () => {
  it('is fetched and encoded again as JPEG', async () => {
    const { address } = await picture();
    const answer = await ask(await returnWith(address), address);
    expect([
      answer.statusCode,
      answer.headers['content-type'],
      answer.headers['x-content-type-options'],
    ]).toEqual([200, 'image/jpeg', 'nosniff']);
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  it('is available in two sizes', async () => {
    const { address } = await picture();
    const id = await returnWith(address);
    const widthOf = async (size: string) =>
      readImageHeader((await ask(id, address, account.headers, size)).rawPayload)?.size?.width;
    expect([await widthOf('small'), await widthOf('full')]).toEqual([160, 192]);
    expect((await ask(id, address, account.headers, 'tiny')).json().errors).toEqual([
      'size must be one of full, small',
    ]);
  });

  it('is not found if the return does not name it, another account asks, or its server is down', async () => {
    const { address, close } = await picture();
    const id = await returnWith(address);
    expect((await ask(id, `${address}?other`)).statusCode).toBe(404);
    const stranger = await test.account('Stranger');
    expect((await ask(id, address, stranger.headers)).statusCode).toBe(404);
    expect((await ask(id, address)).statusCode).toBe(200);
    close();
    expect((await ask(id, address)).statusCode).toBe(404);
  });

  it('is also one that the courier took at the door', async () => {
    const { address } = await picture();
    const returned = await bookReturn(account, await makeWarehouse(account), { order_items: [QC_ITEM] });
    test.advance(60_000);
    const event = {
      tracking_number: returned.awb_code,
      status: 'picked_up',
      event_date_time: test.service.now().toISOString(),
      qc_status: 'passed',
      qc_images: ['https://courier.example/1.jpg', address],
    };
    const headers = await carrierHeaders(test, [returned.courier_company_id]);
    expect((await sendEvents(test, headers, { events: [event] })).json().data[0].result).toBe('applied');
    expect((await ask(returned.return_id, address)).statusCode).toBe(200);
  });

  it('must not be stored by shared caches', async () => {
    const { address } = await picture();
    const answer = await ask(await returnWith(address), address);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('is fetched two at a time for each account', async () => {
    const other = await test.account('Other');
    const theirs = await picture();
    const items = [{ ...QC_ITEM, qc_product_image: theirs.address }];
    const body = returnBody(await makeWarehouse(other), { order_items: items });
    const theirId = (await other.post('/reverse-order', body)).json().payload.return_id;
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow = await picture(() => answered);
    const id = await returnWith(slow.address);
    const four = [1, 2, 3, 4].map(() => ask(id, slow.address));
    await expect.poll(() => slow.asked).toBe(2);
    expect((await ask(theirId, theirs.address, other.headers)).statusCode).toBe(200);
    expect(slow.asked).toBe(2);
    answer();
    expect((await Promise.all(four)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(slow.asked).toBe(4);
  });

  it('is not fetched from an address outside of the public internet', async () => {
    const guarded = await startApp();
    try {
      const theirs = await guarded.account();
      const served = await picture();
      const { address } = served;
      const items = [{ ...QC_ITEM, qc_product_image: address }];
      const body = returnBody(await makeWarehouse(theirs), { order_items: items });
      const id = (await theirs.post('/reverse-order', body)).json().payload.return_id;
      const url = `${API}/returns/${id}/picture?address=${encodeURIComponent(address)}`;
      const answer = await guarded.app.inject({ method: 'GET', url, headers: theirs.headers });
      expect([answer.statusCode, served.asked]).toEqual([404, 0]);
    } finally {
      await guarded.stop();
    }
  });
});
