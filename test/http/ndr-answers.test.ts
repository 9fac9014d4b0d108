import { describe, expect, it } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import { indiaDateTime } from '../../src/domain/india-time.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
import type { AccountWriter } from '../../src/storage/account-scope.ts';
import {
  claimNdrAnswer,
  dropNdrAnswer,
  findNewestNdrAnswer,
  keepNdrAnswer,
} from '../../src/storage/tracking/ndr-answers.ts';
import { changeBy } from '../../src/usecases/service.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import {
  answeringWith,
  type Booked,
  beforeItChanges,
  bookOrder,
  CARRIER,
  duringCourierCall,
} from '../support/carriers.ts';
import { runJobs } from '../support/jobs.ts';
import { makeWarehouse, scan } from '../support/orders.ts';
import { makeColleague, type SignedIn } from '../support/people.ts';

const test = await openApp();
const account = await test.account('Sunrise Traders');
const warehouseId = await makeWarehouse(account);
const asha: SignedIn = await makeColleague(test, account, { name: 'Asha' });
const ravi: SignedIn = await makeColleague(test, account, { name: 'Ravi' });

async function send(
  by: { headers: Record<string, string> },
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
) {
  const response = await test.client(by.headers).call(method, path, payload);
  return { status: response.statusCode, body: response.json() };
}

/** A parcel whose delivery failed. */
async function failed(): Promise<Booked> {
  const booked = await bookOrder(account, warehouseId, CARRIER);
  await scan(test, account, booked.shipmentId, ['picked_up', 'out_for_delivery', 'ndr_raised']);
  return booked;
}

async function shown({ shipmentId }: Booked) {
  return (await send(account, 'GET', `/shipments/${shipmentId}`)).body.data.attributes;
}

/** The service's time in the format of its sentences. */
function clock(): string {
  return indiaDateTime(test.service.now().getTime()).slice(0, 16).replace(' ', ' at ');
}

/** The requests to the courier in the parcel's history, the oldest first. */
async function timesAsked(parcel: Booked): Promise<string[]> {
  const { tracking_details } = await shown(parcel);
  return tracking_details
    .map(({ status }: { status: string }) => status)
    .filter((status: string) => ['reattempt_delivery', 'rto_initiated'].includes(status))
    .reverse();
}

/** Adds a customer's request from the tracking page. */
async function ask(
  { shipmentId }: Booked,
  input: { kind: 'reattempt' | 'refusal'; phone?: string; landmark?: string; day?: string },
): Promise<string> {
  const rows = await test.sql(
    `insert into customer_requests (account_id, request_id, shipment_id, created_at, attempt, kind, state, is_at_once, phone,
       landmark, delivery_date)
     values ($1, $2, $3, $4, 1, $5, 'waiting', false, $6, $7, $8) returning request_id as id`,
    [
      account.accountId,
      test.service.newId(),
      shipmentId,
      test.service.now(),
      input.kind,
      input.phone ?? null,
      input.landmark ?? null,
      input.day ?? null,
    ],
  );
  return rows[0].id;
}

async function requestsOf({ shipmentId }: Booked) {
  return (await send(account, 'GET', `/requests?shipment_id=${shipmentId}`)).body.data;
}

const again = (by: typeof asha | TestAccount, { trackingNumber: awb }: Booked, more: object = {}) =>
  send(by, 'POST', '/reattempt', { awb, ...more });
const back = (by: typeof asha | TestAccount, { trackingNumber: awb }: Booked, more: object = {}) =>
  send(by, 'POST', '/initiate-rto', { awb, ...more });
const decide = (by: typeof asha | TestAccount, id: string, verdict: 'approve' | 'reject') =>
  send(by, 'POST', `/requests/${id}/${verdict}`, {});

describe('a failed delivery with an answer', () => {
  it('refuses the answer of a second person, and names the first answer, its person and time', async () => {
    const parcel = await failed();
    expect((await again(asha, parcel)).status).toBe(200);
    const sentence = `Shipment ${parcel.trackingNumber} was answered by Asha on ${clock()}: the courier was asked for another delivery attempt`;
    for (const second of [ravi, account]) {
      for (const answer of [again, back]) {
        const { status, body } = await answer(second, parcel);
        expect([status, body.errors]).toEqual([422, [sentence]]);
        expect(body.problems).toMatchObject([{ field: 'awb', code: 'conflict' }]);
      }
    }
    expect(await timesAsked(parcel)).toEqual(['reattempt_delivery']);
    expect((await shown(parcel)).ndr_answer).toEqual({
      action: 'reattempt',
      attempt: 1,
      is_pending: false,
      answered_by: 'Asha',
      answered_at: test.service.now().toISOString(),
    });
  });

  it('names an API key as the one who asked for the return', async () => {
    const parcel = await failed();
    expect((await back(account, parcel)).status).toBe(200);
    expect((await again(ravi, parcel)).body.errors).toEqual([
      expect.stringMatching(
        /was answered by the API key .+: the courier was asked for the return to the warehouse$/,
      ),
    ]);
  });

  it('can be answered again by the same person, and by another one with replace_answer', async () => {
    const parcel = await failed();
    await again(asha, parcel);
    expect((await again(asha, parcel)).status).toBe(200);
    expect((await back(ravi, parcel, { replace_answer: true })).status).toBe(200);
    expect((await shown(parcel)).ndr_answer).toMatchObject({ action: 'initiate_rto', answered_by: 'Ravi' });
    // Now it is on its way back, which cannot be replaced.
    expect((await again(asha, parcel, { replace_answer: true })).status).toBe(422);
  });

  it('can be answered by anybody after it has failed again', async () => {
    const parcel = await failed();
    await again(asha, parcel);
    await scan(test, account, parcel.shipmentId, ['out_for_delivery', 'ndr_raised']);
    expect((await back(ravi, parcel)).status).toBe(200);
  });

  it('can be answered by another person if the courier refused the first answer or was silent', async () => {
    const parcel = await failed();
    const refuse = async () =>
      ({ outcome: 'refused', reason: saidByPartner('does not come on Tuesdays') }) as const;
    const first = await answeringWith(test, { requestReattempt: refuse }, () => again(asha, parcel));
    expect(first.status).toBe(422);
    const silent = () => Promise.reject(new Error('broken line'));
    await answeringWith(test, { requestReattempt: silent }, () => again(asha, parcel));
    expect((await shown(parcel)).ndr_answer).toBeNull();
    expect((await back(ravi, parcel)).status).toBe(200);
  });

  it('fails in a job with the same sentence', async () => {
    const [answered, open] = [await failed(), await failed()];
    await again(asha, answered);
    const shipment_ids = [answered.shipmentId, open.shipmentId];
    const job = (await send(ravi, 'POST', '/jobs', { action: 'rto', shipment_ids })).body.data.id;
    await runJobs(test);
    const results = (await send(ravi, 'GET', `/jobs/${job}/results`)).body.data;
    expect(results).toMatchObject([
      { result: 'failed', message: expect.stringContaining('was answered by Asha on 2026-11-16') },
      { result: 'done' },
    ]);
    expect(await timesAsked(answered)).toEqual(['reattempt_delivery']);
  });
});

describe('two simultaneous answers', () => {
  it('reach the courier once, and the second is refused with the name of the first', async () => {
    const parcel = await failed();
    const second: { status: number; body: { errors: string[] } }[] = [];
    const first = await duringCourierCall(
      test,
      'requestReattempt',
      () => again(asha, parcel),
      async () => second.push(await back(ravi, parcel), await again(asha, parcel)),
    );
    expect(first.status).toBe(200);
    const sentence = `Asha is answering shipment ${parcel.trackingNumber} right now (since ${clock()}): the courier is being asked for another delivery attempt`;
    expect(second.map(({ status, body }) => [status, body.errors])).toEqual([
      [422, [sentence]],
      [422, [sentence]],
    ]);
    expect(await timesAsked(parcel)).toEqual(['reattempt_delivery']);
  });

  it('reach the courier once if the second read the shipment before the first was done', async () => {
    const parcel = await failed();
    const asked: string[] = [];
    const watch = async () => {
      asked.push('rto');
      return { outcome: 'done' } as const;
    };
    const second = await answeringWith(test, { requestRto: watch }, () =>
      beforeItChanges(
        test,
        () => back(ravi, parcel),
        () => again(asha, parcel),
      ),
    );
    expect([second.status, second.body.errors]).toEqual([
      422,
      [expect.stringContaining(`was answered by Asha on ${clock()}`)],
    ]);
    expect(asked).toEqual([]);
  });

  it('reach the courier once in any order', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const parcel = await failed();
      const answers = await Promise.all([again(asha, parcel), back(ravi, parcel), again(account, parcel)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
      const told = answers.flatMap(({ body }) => body.errors ?? []);
      expect(told.filter((sentence) => /answer(?:ed by|ing shipment)/.test(sentence))).toHaveLength(2);
      expect(await timesAsked(parcel)).toHaveLength(1);
    }
  });

  it('stop blocking others three minutes after their process died', async () => {
    const parcel = await failed();
    await test.sql(
      `insert into ndr_answers (account_id, shipment_id, answer_id, answered_at, claimed_until, attempt, action, actor_kind, actor_name)
       values ($1, $2, $3, $4, $5, 1, 'reattempt', 'user', 'Asha')`,
      [
        account.accountId,
        parcel.shipmentId,
        test.service.newId(),
        test.service.now(),
        new Date(test.service.now().getTime() + 180_000),
      ],
    );
    expect((await back(ravi, parcel)).body.errors).toEqual([expect.stringMatching(/^Asha is answering/)]);
    test.advance(180_000);
    expect((await back(ravi, parcel)).status).toBe(200);
  });
});

it('an answer that is given up late does not remove a newer answer', async () => {
  const { shipmentId } = await failed();
  const { accountId } = account;
  const change = <T>(work: (writer: AccountWriter) => Promise<T>) =>
    test.service.database.change(accountId, changeBy(test.service, SYSTEM), async (writer) => {
      writer.skipAudit('an answer of a test');
      return work(writer);
    });
  const claim = (action: 'reattempt' | 'initiate_rto') =>
    change((writer) =>
      claimNdrAnswer(
        writer,
        { shipmentId, action, attempt: 1 },
        new Date(test.service.now().getTime() + 180_000),
      ),
    );
  const late = await claim('reattempt');
  test.advance(180_000);
  const current = await claim('initiate_rto');
  expect(await change((writer) => keepNdrAnswer(writer, shipmentId, late ?? ''))).toBe(false);
  await change((writer) => dropNdrAnswer(writer, shipmentId, late ?? ''));
  const scope = test.service.database.account(accountId);
  expect(await findNewestNdrAnswer(scope, shipmentId, test.service.now())).toMatchObject({
    answerId: current,
    isPending: true,
  });
});

describe('a request of a customer', () => {
  it('is shown with the shipment and in the listing until it is decided', async () => {
    const parcel = await failed();
    expect((await shown(parcel)).customer_request).toBeNull();
    const id = await ask(parcel, {
      kind: 'reattempt',
      phone: '9876543211',
      landmark: 'Red gate',
      day: '2026-11-18',
    });
    const input = {
      id,
      kind: 'reattempt',
      at_once: false,
      delivery_date: '2026-11-18',
      landmark: 'Red gate',
      phone: '9876543211',
      note: null,
      return_reason: null,
      created_at: test.service.now().toISOString(),
    };
    expect((await shown(parcel)).customer_request).toEqual(input);
    const listed = async () => {
      const filter = { granular_status: ['ndr_raised', 'reattempt_delivery'] };
      const { data } = (await send(account, 'POST', '/shipments', filter)).body;
      const one = data.find((shipment: { id: string }) => shipment.id === parcel.shipmentId);
      return one.attributes.customer_request;
    };
    expect(await listed()).toEqual(input);
    expect((await decide(asha, id, 'approve')).status).toBe(200);
    expect([(await shown(parcel)).customer_request, await listed()]).toEqual([null, null]);
    expect((await shown(parcel)).ndr_answer).toMatchObject({ action: 'reattempt', answered_by: 'Asha' });
    expect((await back(ravi, parcel)).body.errors).toEqual([expect.stringContaining('was answered by Asha')]);
  });

  it.each([
    ['another attempt', again, { kind: 'reattempt' }, {}, 'done'],
    [
      'another attempt with everything that was requested',
      again,
      { kind: 'reattempt', phone: '9876543211' },
      { updated_phone_number: '9876543211' },
      'done',
    ],
    [
      'another attempt without what was requested',
      again,
      { kind: 'reattempt', phone: '9876543211' },
      {},
      'outdated',
    ],
    ['another attempt, though a return was requested', again, { kind: 'refusal' }, {}, 'rejected'],
    ['return', back, { kind: 'refusal' }, {}, 'done'],
    ['return, though another attempt was requested', back, { kind: 'reattempt' }, {}, 'rejected'],
  ] as const)(
    'is settled by an answer to the failed delivery: %s',
    async (_how, answer, input, more, state) => {
      const parcel = await failed();
      const other = await failed();
      const id = await ask(parcel, input);
      await ask(other, input);
      expect((await answer(asha, parcel, more)).status).toBe(200);
      expect(await requestsOf(parcel)).toMatchObject([{ id, state, decided_by: 'Asha' }]);
      expect(await requestsOf(other)).toMatchObject([{ state: 'waiting' }]);
      for (const verdict of ['approve', 'reject'] as const) {
        const { status, body } = await decide(ravi, id, verdict);
        expect([status, body.errors]).toEqual([
          422,
          [expect.stringMatching(/^The request was .+ by Asha on 2026-11-16 at \d\d:\d\d$/)],
        ]);
      }
    },
  );

  it('is settled by a job', async () => {
    const parcel = await failed();
    await ask(parcel, { kind: 'refusal' });
    await send(asha, 'POST', '/jobs', { action: 'rto', shipment_ids: [parcel.shipmentId] });
    await runJobs(test);
    expect(await requestsOf(parcel)).toMatchObject([{ state: 'done', decided_by: 'Asha' }]);
  });

  it('keeps waiting if the courier refuses the merchant’s answer', async () => {
    const parcel = await failed();
    await ask(parcel, { kind: 'refusal' });
    const refuse = async () =>
      ({ outcome: 'refused', reason: saidByPartner('does not come on Tuesdays') }) as const;
    await answeringWith(test, { requestReattempt: refuse }, () => again(asha, parcel));
    expect(await requestsOf(parcel)).toMatchObject([{ state: 'waiting' }]);
  });

  it('is decided by one of two people', async () => {
    const parcel = await failed();
    const id = await ask(parcel, { kind: 'refusal' });
    const second: { status: number; body: { errors: string[] } }[] = [];
    const first = await duringCourierCall(
      test,
      'requestRto',
      () => decide(asha, id, 'approve'),
      async () =>
        second.push(
          await decide(ravi, id, 'approve'),
          await decide(ravi, id, 'reject'),
          await again(ravi, parcel),
        ),
    );
    expect(first.status).toBe(200);
    expect(second.map(({ status, body }) => [status, body.errors[0]])).toEqual([
      [422, 'Asha is deciding the request right now'],
      [422, 'Asha is deciding the request right now'],
      [
        422,
        expect.stringMatching(/^Asha is answering shipment .*: the courier is being asked for the return/),
      ],
    ]);
    expect((await decide(asha, id, 'approve')).status).toBe(200);
    expect((await decide(ravi, id, 'approve')).body.errors).toEqual([
      expect.stringMatching(/^The request was approved by Asha on 2026-11-16 at \d\d:\d\d$/),
    ]);
    expect(await timesAsked(parcel)).toEqual(['rto_initiated']);
  });

  it('is not carried out if somebody answers the failed delivery at the same time', async () => {
    const parcel = await failed();
    const id = await ask(parcel, { kind: 'refusal' });
    const second: { status: number; body: { errors: string[] } }[] = [];
    const first = await duringCourierCall(
      test,
      'requestReattempt',
      () => again(asha, parcel),
      async () => second.push(await decide(ravi, id, 'approve')),
    );
    expect([first.status, second[0]?.status]).toEqual([200, 422]);
    expect(second[0]?.body.errors[0]).toMatch(/^Asha is answering shipment/);
    expect(await requestsOf(parcel)).toMatchObject([{ state: 'rejected', decided_by: 'Asha' }]);
    expect(await timesAsked(parcel)).toEqual(['reattempt_delivery']);
  });
});
