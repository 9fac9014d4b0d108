import { describe, expect, it, vi } from 'vitest';
import { runAccountJobs } from '../../src/usecases/jobs/run-account-jobs.ts';
import { forgetOldJobs } from '../../src/usecases/jobs/show-jobs.ts';
import { openApp } from '../support/app.ts';
import { runJobs } from '../support/jobs.ts';
import { makeWarehouse, orderBody, scan } from '../support/orders.ts';
import { returnBody } from '../support/returns.ts';

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);

async function send(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
  headers: Record<string, string> = account.headers,
) {
  const response = await test.client(headers).call(method, path, payload);
  const isJson = response.headers['content-type']?.toString().includes('json') ?? false;
  return { statusCode: response.statusCode, text: response.body, body: isJson ? response.json() : null };
}

async function makeOrders(count: number, changes: Record<string, unknown> = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const { body } = await send('POST', '/forward-order', orderBody(warehouseId, changes));
    ids.push(body.payload.shipment_id);
  }
  return ids;
}

async function bookedOrders(count: number, changes: Record<string, unknown> = {}): Promise<string[]> {
  const ids = await makeOrders(count, changes);
  for (const id of ids) await send('POST', '/forward-order-shipment', { shipment_id: id });
  return ids;
}

async function begin(body: object): Promise<string> {
  const { statusCode, body: begun } = await send('POST', '/jobs', body);
  expect(statusCode).toBe(202);
  expect(begun.data.state).toBe('waiting');
  return begun.data.id;
}

const jobOf = async (id: string) => (await send('GET', `/jobs/${id}`)).body.data;
const shown = async (id: string) => (await send('GET', `/shipments/${id}`)).body.data.attributes;

async function results(id: string): Promise<string[][]> {
  const { text } = await send('GET', `/jobs/${id}/results.csv`);
  return text
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
}

describe('a job for named shipments', () => {
  it('books each shipment, and reports each result', async () => {
    const ids = await makeOrders(6);
    const back = (await send('POST', '/reverse-order', returnBody(warehouseId))).body.payload.return_id;
    const named = ids.map((id, index) => (index === 1 ? id.toUpperCase() : id));
    const job = await begin({ action: 'ship', shipment_ids: [...named, '=none', named[0], back] });
    const begun = { done: 0, total: 8, failed: 0, action: 'ship' };
    expect(await jobOf(job)).toMatchObject({ ...begun, state: 'waiting' });
    await runJobs(test);
    const done = { state: 'done', done: 8, total: 8, failed: 2 };
    expect(await jobOf(job)).toMatchObject(done);
    expect((await send('DELETE', `/jobs/${job}`)).body.data).toMatchObject(done);
    const [headings, ...rows] = await results(job);
    expect(headings).toEqual(['shipment_id', 'tracking_number', 'order_id', 'result', 'message']);
    for (const [index, id] of ids.entries()) {
      const { tracking_number, order } = await shown(id);
      expect(tracking_number).not.toBeNull();
      expect(rows[index]?.slice(0, 4)).toEqual([named[index], tracking_number, order.display_id, 'done']);
    }
    // The apostrophe keeps a spreadsheet from reading a formula.
    expect(rows.slice(6)).toEqual([
      ["'=none", '', '', 'failed', "'=none is not a shipment of this account"],
      [back, '', '', 'failed', `${back} is not a shipment of this account`],
    ]);
  });

  it('records its creator as the author of each change', async () => {
    const [id = ''] = await bookedOrders(1);
    await begin({ action: 'cancel', shipment_ids: [id] });
    await runJobs(test);
    const { data } = (await send('GET', `/audit?subject_id=${id}`)).body;
    const cancelled = data.find(({ action }: { action: string }) => action === 'shipment.cancelled');
    expect(cancelled.actor.kind).toBe('key');
  });

  it('cancels each shipment, or reports why not', async () => {
    const [mine = '', moving = ''] = await bookedOrders(2);
    await scan(test, account, moving, ['picked_up']);
    const job = await begin({ action: 'cancel', shipment_ids: [mine, moving] });
    await runJobs(test);
    expect(await jobOf(job)).toMatchObject({ state: 'done', done: 2, failed: 1 });
    expect((await results(job))[2]?.join()).toContain('cannot be cancelled after pickup');
    expect((await shown(mine)).status).toBe('cancelled');
  });

  it.each([
    ['reattempt', 'reattempt_delivery'],
    ['rto', 'rto_initiated'],
  ])('requests %s after failed deliveries', async (action, status) => {
    const [failed = '', fine = ''] = await bookedOrders(2);
    await scan(test, account, failed, ['picked_up', 'out_for_delivery', 'ndr_raised']);
    const job = await begin({ action, shipment_ids: [failed, fine], comments: 'Call first' });
    await runJobs(test);
    expect(await jobOf(job)).toMatchObject({ done: 2, failed: 1 });
    const { tracking_details } = await shown(failed);
    expect(tracking_details[0].status).toBe(status);
  });

  it('adds and removes tags', async () => {
    const ids = await makeOrders(2, { tags: ['old', 'kept'] });
    const most = Array.from({ length: 20 }, (_, index) => `tag-${index}`);
    const [full = ''] = await makeOrders(1, { tags: most });
    const tags = { add_tags: ['new'], remove_tags: ['old'] };
    const job = await begin({ action: 'tag', shipment_ids: [...ids, full], ...tags });
    await runJobs(test);
    expect(await jobOf(job)).toMatchObject({ done: 3, failed: 1 });
    for (const id of ids) expect((await shown(id)).tags).toEqual(['kept', 'new']);
    expect((await results(job))[3]?.[4]).toBe('A shipment can have at most 20 tags');
    expect((await shown(full)).tags).toEqual(most);
  });

  it('tells what a label cannot show', async () => {
    const elsewhere = {
      ...{
        shipping_is_billing: false,
        shipping_customer_name: 'Mira',
        shipping_address: '5 Невский 漢 road',
        shipping_city: 'Pune',
      },
      ...{ shipping_pincode: '411001', shipping_state: 'Maharashtra' },
    };
    const ids = [
      ...(await bookedOrders(1, { billing_customer_name: 'Asha 😀' })),
      ...(await bookedOrders(1, { billing_address: '12 🏠 Rose Villa', ...elsewhere })),
      ...(await bookedOrders(1)),
    ];
    const job = await begin({ action: 'label', shipment_ids: ids });
    await runJobs(test);
    const { text } = await send('GET', `/jobs/${job}/results.csv`);
    const write = 'which papers cannot show: write it in Latin letters';
    const [first, second, third] = text.trim().split('\r\n').slice(1);
    expect(first).toContain(`In the PDF of labels; billing_customer_name has 😀, ${write}`);
    expect(second).toContain(`In the PDF of labels; shipping_address has Н е в с к и й 漢, ${write}`);
    expect(second).not.toContain('billing_address');
    expect(third).toMatch(/In the PDF of labels"?$/);
    expect((await send('GET', `/jobs/${job}/labels.pdf`)).statusCode).toBe(200);
  });

  it('makes one file of the labels of booked shipments', async () => {
    const [unbooked = ''] = await makeOrders(1);
    const ids = await bookedOrders(2);
    const job = await begin({ action: 'label', shipment_ids: [...ids, unbooked] });
    expect((await send('GET', `/jobs/${job}/labels.pdf`)).body.errors).toEqual([
      'The job has made no labels yet',
    ]);
    await runJobs(test);
    expect(await jobOf(job)).toMatchObject({ done: 3, failed: 1 });
    const { statusCode, text } = await send('GET', `/jobs/${job}/labels.pdf`);
    expect([statusCode, text.slice(0, 5)]).toEqual([200, '%PDF-']);
    const other = await begin({ action: 'tag', shipment_ids: ids, add_tags: ['new'] });
    await runJobs(test);
    expect((await send('GET', `/jobs/${other}/labels.pdf`)).body.errors).toEqual(['Job of labels not found']);
  });
});

describe('a job for a filter', () => {
  it('acts on all matching shipments, newest first', async () => {
    const ids = await makeOrders(5, { channel: 'five' });
    const job = await begin({ action: 'ship', filter: { channel: ['five'] }, total: 5 });
    await runJobs(test);
    expect((await results(job)).slice(1).map(([id]) => id)).toEqual([...ids].reverse());
    expect(await jobOf(job)).toMatchObject({ state: 'done', done: 5, failed: 0 });
  });

  it('is refused if another number of shipments matches than the client saw', async () => {
    await makeOrders(2, { channel: 'seen' });
    const { statusCode, body } = await send('POST', '/jobs', {
      action: 'cancel',
      filter: { channel: ['seen'] },
      total: 1,
    });
    expect(statusCode).toBe(422);
    expect(body.errors).toEqual(['total is 1, but 2 shipments match now: check the list again']);
  });

  it('is refused with unknown filters and values', async () => {
    const filter = { chanel: ['seen'], ndr_reason: ['moon in the wrong house'] };
    const { statusCode, body } = await send('POST', '/jobs', {
      action: 'cancel',
      filter,
      shipment_ids: ['x'],
    });
    expect(statusCode).toBe(422);
    expect(body.errors).toEqual([
      'filter and shipment_ids must not both be given',
      'total is required with filter',
      'filter.chanel is not a filter',
      'filter has a value that is not known: moon in the wrong house',
    ]);
  });
});

describe('a job', () => {
  it('is created once for one idempotency key', async () => {
    const [id = ''] = await makeOrders(1);
    const headers = { ...account.headers, 'idempotency-key': 'job-1' };
    const body = { action: 'ship', shipment_ids: [id] };
    const answers = await Promise.all([
      send('POST', '/jobs', body, headers),
      send('POST', '/jobs', body, headers),
    ]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect((await send('POST', '/jobs', { ...body, action: 'cancel' }, headers)).statusCode).toBe(422);
  });

  it('can be stopped between two shipments', async () => {
    await runJobs(test);
    const ids = await makeOrders(12);
    const job = await begin({ action: 'ship', shipment_ids: ids });
    const { quotes } = test.service;
    const quote = quotes.quote.bind(quotes);
    let begun = 0;
    const spy = vi.spyOn(quotes, 'quote').mockImplementation(async (...asked) => {
      begun += 1;
      if (begun === 1) await send('DELETE', `/jobs/${job}`);
      return quote(...asked);
    });
    await runJobs(test).finally(() => spy.mockRestore());
    const stopped = await jobOf(job);
    expect(stopped.state).toBe('stopped');
    expect(stopped.done).toBeGreaterThan(0);
    expect(stopped.done).toBeLessThanOrEqual(4);
    const words = (await results(job)).slice(1).map((row) => row[3]);
    expect(words.filter((word) => word === 'not done')).toHaveLength(12 - stopped.done);
    expect((await send('DELETE', `/jobs/${job}`)).body.data.state).toBe('stopped');
  });

  it('takes turns with another job of its account, the longest waiting first', async () => {
    await runJobs(test);
    const ids = await makeOrders(2);
    const first = await begin({ action: 'ship', shipment_ids: ids });
    test.advance(1);
    const jobs = [first, await begin({ action: 'tag', shipment_ids: ids, add_tags: ['new'] })];
    const turn = () => runAccountJobs(test.service, account.accountId, AbortSignal.abort());
    const states = () => Promise.all(jobs.map(jobOf));
    await turn();
    expect(await states()).toMatchObject([{ state: 'running' }, { state: 'waiting', started_at: null }]);
    const { started_at } = await jobOf(first);
    test.advance(1);
    await turn();
    expect(await states()).toMatchObject([{ state: 'running' }, { state: 'running' }]);
    await runJobs(test);
    expect(await states()).toMatchObject([{ state: 'done', started_at }, { state: 'done' }]);
    expect(started_at).toEqual(expect.any(String));
  });

  it.each([
    ['reattempt', 'reattempt_delivery'],
    ['rto', 'rto_initiated'],
  ])('continues after a crash, and repeats a tag but no %s', async (action, status) => {
    const [failed = '', other = ''] = await bookedOrders(2);
    for (const id of [failed, other]) {
      await scan(test, account, id, ['picked_up', 'out_for_delivery', 'ndr_raised']);
    }
    const job = await begin({ action, shipment_ids: [failed, other] });
    // Another job runs first: the result of its first item must not count for this job.
    const beside = await begin({ action: 'tag', shipment_ids: [other], add_tags: ['new'] });
    for (const id of [job, beside])
      await test.sql("update job_items set state = 'acting' where job_id = $1 and item = 1", [id]);
    expect((await send('GET', `/jobs/${job}/results?result=not%20done`)).body.data).toHaveLength(2);
    const earlier = new Date(test.service.now().getTime() - 3_600_000);
    await test.sql('update jobs set turn_at = $2 where job_id = $1', [beside, earlier]);
    await runJobs(test);
    expect(await jobOf(job)).toMatchObject({ state: 'done', done: 2, failed: 1 });
    expect((await results(job))[1]?.join()).toContain('it is unknown whether the courier got the request');
    expect((await shown(failed)).status).toBe('ndr_raised');
    expect((await shown(other)).tracking_details[0].status).toBe(status);
    expect(await jobOf(beside)).toMatchObject({ state: 'done', done: 1, failed: 0 });
    expect((await shown(other)).tags).toEqual(['new']);
  });

  it('pages its results, all or only the failed ones', async () => {
    const ids = await makeOrders(3);
    const job = await begin({ action: 'ship', shipment_ids: ['none', ...ids, 'nothing'] });
    const page = async (query: string) => (await send('GET', `/jobs/${job}/results?${query}`)).body;
    expect((await page('result=not%20done')).data).toHaveLength(5);
    await runJobs(test);
    const named = (found: { data: { shipment_id: string }[] }) =>
      found.data.map(({ shipment_id }) => shipment_id);
    const first = await page('per_page=2');
    expect([named(first), first.meta]).toEqual([
      ['none', ids[0]],
      { per_page: 2, next_after: expect.any(Number) },
    ]);
    const second = await page(`per_page=2&after=${first.meta.next_after}`);
    const third = await page(`per_page=2&after=${second.meta.next_after}`);
    expect([...named(second), ...named(third)]).toEqual([ids[1], ids[2], 'nothing']);
    expect(third.meta.next_after).toBeNull();
    expect(second.data[0]).toMatchObject({
      result: 'done',
      message: expect.stringMatching(/^Booked with/),
      message_details: {
        message: second.data[0].message,
        template: 'booked_with',
        values: { carrier: expect.any(String), tracking_number: second.data[0].tracking_number },
      },
      order_id: expect.any(String),
    });
    const failed = await page('result=failed&per_page=1');
    expect([named(failed), named(await page(`result=failed&after=${failed.meta.next_after}`))]).toEqual([
      ['none'],
      ['nothing'],
    ]);
    expect(failed.data[0]).toMatchObject({
      message: 'none is not a shipment of this account',
      message_details: { template: 'no_shipment_of_account', values: { named: 'none' } },
    });
    // An older release stored only the text.
    await test.sql("update job_items set message = 'It failed' where job_id = $1 and named = 'none'", [job]);
    expect((await page('result=failed')).data[0]).toMatchObject({
      message: 'It failed',
      message_details: { message: 'It failed', template: 'as_written', values: { words: 'It failed' } },
    });
    expect((await send('GET', `/jobs/${job}/results?result=lost`)).statusCode).toBe(422);
    expect((await page('after=2147483647')).data).toEqual([]);
    expect((await send('GET', `/jobs/${job}/results?after=2147483648`)).statusCode).toBe(422);
  });

  it('is listed newest first with its progress, only in its account', async () => {
    const [id = ''] = await makeOrders(1);
    const first = await begin({ action: 'ship', shipment_ids: [id] });
    const second = await begin({ action: 'cancel', shipment_ids: [id, 'none'] });
    const newest = async () => (await send('GET', '/jobs?per_page=2')).body;
    const { data, meta } = await newest();
    expect(data.map((job: { id: string }) => job.id)).toEqual([second, first]);
    expect(meta.total).toBeGreaterThan(2);
    const stranger = await test.account('Stranger');
    for (const path of [
      `/jobs/${first}`,
      `/jobs/${first}/results`,
      `/jobs/${first}/results.csv`,
      `/jobs/${first}/labels.pdf`,
    ]) {
      expect((await send('GET', path, undefined, stranger.headers)).statusCode).toBe(404);
    }
    expect((await send('DELETE', `/jobs/${first}`, undefined, stranger.headers)).statusCode).toBe(404);
    await runJobs(test);
    expect((await newest()).data).toMatchObject([
      { id: second, done: 2, total: 2, failed: 1 },
      { id: first, done: 1, total: 1, failed: 0 },
    ]);
    const theirs = await send('POST', '/jobs', { action: 'cancel', shipment_ids: [id] }, stranger.headers);
    await runJobs(test);
    const done = (await send('GET', `/jobs/${theirs.body.data.id}`, undefined, stranger.headers)).body.data;
    expect(done).toMatchObject({ state: 'done', done: 1, failed: 1 });
  });

  it('is removed after 30 days, unless it has not ended', async () => {
    const [id = ''] = await makeOrders(1);
    const job = await begin({ action: 'label', shipment_ids: [id] });
    const older = await begin({ action: 'label', shipment_ids: [id] });
    await runJobs(test);
    const waiting = await begin({ action: 'label', shipment_ids: [id] });
    const days = 30 * 86_400_000;
    const ages = [
      [job, days],
      [older, days + 1],
      [waiting, days + 1],
    ] as const;
    for (const [jobId, age] of ages) {
      const createdAt = new Date(test.service.now().getTime() - age);
      await test.sql('update jobs set created_at = $2 where job_id = $1', [jobId, createdAt]);
    }
    await forgetOldJobs(test.service);
    const found = ages.map(async ([jobId]) => (await send('GET', `/jobs/${jobId}`)).statusCode);
    expect(await Promise.all(found)).toEqual([200, 404, 200]);
    expect(await results(job)).toHaveLength(2);
    test.advance(1);
    await forgetOldJobs(test.service);
    expect((await send('GET', `/jobs/${job}`)).statusCode).toBe(404);
  });
});
