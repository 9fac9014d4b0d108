import { describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';

const test = await openApp();

describe('the audit log', () => {
  it('names the order, the user or the key of each record, and counts and pages them by subject and kind', async () => {
    const account = await test.account();
    const warehouse = await makeWarehouse(account);
    const book = async (order_id: string) =>
      (await account.post('/forward-order', orderBody(warehouse, { order_id }))).json().payload.shipment_id;
    const ids = [await book('FIRST'), await book('SECOND')];
    for (const id of ids) await account.put(`/shipments/${id}/tags`, { tags: ['a'] });
    const key = (await account.post('/keys', { name: 'till' })).json().data;
    const store = (await account.post('/client-stores', { store_name: 'audited' })).json().data;
    const list = async (query: string) => (await account.get(`/audit?${query}`)).json();
    const { data, meta } = await list('per_page=100');
    expect(meta).toEqual({ per_page: 100, total: data.length, next_before: null });
    type Shown = { action: string; subject_id: string; order_id: string | null; subject_name: string | null };
    const shown = (records: Shown[]) =>
      records.map((one) => [one.action, one.subject_id, one.order_id, one.subject_name]);
    expect(shown(data).slice(0, 4)).toEqual([
      ['store.created', store.id, null, null],
      ['key.created', key.id, null, 'till'],
      ['shipment.tagged', ids[1], 'SECOND', null],
      ['shipment.tagged', ids[0], 'FIRST', null],
    ]);
    const [tagged, ofKind] = [await list(`subject_id=${ids[0]}`), await list('subject_kind=key')];
    expect(new Set(tagged.data.map(({ subject_id }: Shown) => subject_id))).toEqual(new Set([ids[0]]));
    expect(tagged.meta.total).toBe(tagged.data.length);
    expect(shown(ofKind.data).map(([, , , name]) => name)).toEqual(['till', 'first key']);
    expect(ofKind.meta.total).toBe(2);
    expect((await list(`subject_kind=store&subject_id=${ids[0]}`)).meta.total).toBe(0);
    const paged: Shown[] = [];
    for (let before = ''; ; ) {
      const page = await list(`per_page=3${before}`);
      expect([page.meta.total, page.data.length <= 3]).toEqual([data.length, true]);
      paged.push(...page.data);
      if (page.meta.next_before === null) break;
      before = `&before=${page.meta.next_before}`;
    }
    expect(paged).toEqual(data);
    const other = await test.account();
    expect((await other.get(`/audit?subject_id=${ids[0]}`)).json()).toMatchObject({
      data: [],
      meta: { total: 0 },
    });
  });
});
