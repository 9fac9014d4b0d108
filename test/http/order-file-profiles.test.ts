import { describe, expect, it } from 'vitest';
import { openApp, type TestAccount } from '../support/app.ts';
import { runJobs } from '../support/jobs.ts';
import { makeWarehouse } from '../support/orders.ts';

const test = await openApp();

const HEAD = 'Bill no,Whom,Ring them at,Where,Pin,What,How many,Each,Remarks,payment_method';
const FILE = `${HEAD}\nB-1,Asha Rao,9876543210,12 4th Cross,560038,Assam tea,2,249.50,fragile,COD\n`;
const COLUMNS = {
  'Bill no': 'order_id',
  Whom: 'billing_customer_name',
  'Ring them at': 'billing_phone',
  Where: 'billing_address',
  Pin: 'billing_pincode',
  What: 'item_name',
  'How many': 'units',
  Each: 'selling_price',
  Remarks: null,
};
const HEADER = HEAD.split(',');

async function merchant() {
  const account = await test.account();
  const warehouse = await makeWarehouse(account);
  const rest = `warehouse_id=${warehouse}&weight=0.5&length=20&breadth=15&height=10`;
  const send = async (query: string, content = FILE) => {
    const answer = await account.post(`/orders/import?${rest}&${query}`, content, {
      'content-type': 'text/csv',
    });
    return { ...answer.json(), http: answer.statusCode };
  };
  return { account, send };
}

const keep = (account: TestAccount, more: object = {}) =>
  account.post('/order-file-profiles', { name: 'Counter sales', header: HEADER, columns: COLUMNS, ...more });

async function ended(account: TestAccount, id: string) {
  await runJobs(test);
  return (await account.get(`/imports/${id}`)).json().data;
}

describe('columns that somebody has matched', () => {
  it('are read as said, in a check and in the import', async () => {
    const { account, send } = await merchant();
    expect(await send('check=1')).toMatchObject({ http: 422 });
    const columns = `columns=${encodeURIComponent(JSON.stringify(COLUMNS))}`;
    const { data } = await send(`check=1&${columns}`);
    expect(data).toMatchObject({ problems: [], counts: { created: 1 }, reading: { profile: 'own' } });
    expect(data.columns.find(({ name }: { name: string }) => name === 'Ring them at').field).toBe(
      'billing_phone',
    );
    const made = await ended(account, (await send(columns)).data.id);
    expect(made).toMatchObject({ created: 1, rejected: 0 });
  });

  it('come before those that are recognised, also in a file of another system', async () => {
    const { send } = await merchant();
    const shopify =
      'Name,Lineitem name,Lineitem quantity,Lineitem price,Billing Name,Billing Phone,Billing Address1,Billing Zip,Financial Status,Other phone';
    const file = `${shopify}\n#1,Tea,1,249,Asha Rao,12,12 4th Cross,560038,paid,9876543210\n`;
    expect((await send('check=1', file)).data.problems).toMatchObject([{ field: 'billing_phone' }]);
    const columns = encodeURIComponent(JSON.stringify({ 'Other phone': 'billing_phone' }));
    const { data } = await send(`check=1&columns=${columns}`, file);
    expect(data).toMatchObject({ problems: [], reading: { profile: 'shopify' } });
  });

  it.each([
    ['{', 'columns must be JSON'],
    ['[]', 'columns must be an object'],
    ['{"a":"nothing"}', 'columns has a field that files do not have'],
    ['{"a":5}', 'columns has a field that files do not have'],
    [JSON.stringify({ ['a'.repeat(8_000)]: null }), 'columns must be at most 8000 characters'],
    [JSON.stringify({ ['a'.repeat(201)]: null }), 'columns must have at most 400 columns'],
  ])('are refused as %s', async (columns, sentence) => {
    const { send } = await merchant();
    const { http, message } = await send(`check=1&columns=${encodeURIComponent(columns)}`);
    expect([http, message]).toEqual([422, sentence]);
  });
});

describe('a kept kind of files', () => {
  it('reads the next file with its columns, until it is deleted', async () => {
    const { account, send } = await merchant();
    const kept = await keep(account);
    expect(kept.statusCode).toBe(200);
    const { id } = kept.json().data;
    expect(kept.json().data).toMatchObject({ name: 'Counter sales', profile: 'own', columns: COLUMNS });
    const titled = `Sales of the week\n${FILE.replace('Bill no', ' BILL NO ').replace('payment_method', 'payment_method,More').replace('COD\n', 'COD,x\n')}`;
    expect((await send('check=1', titled)).data).toMatchObject({
      problems: [],
      reading: { profile: 'Counter sales', header_line: 2 },
    });
    // A column is lacking: it is another kind of file.
    expect(await send('check=1', FILE.replace(',Remarks', ',Other'))).toMatchObject({ http: 422 });
    const begun = await send('');
    await account.delete(`/order-file-profiles/${id}`);
    expect(await send('check=1')).toMatchObject({ http: 422 });
    expect((await account.get('/order-file-profiles')).json().data).toEqual([]);
    expect(await ended(account, begun.data.id)).toMatchObject({ state: 'failed' });
    expect((await account.delete(`/order-file-profiles/${id}`)).statusCode).toBe(404);
    const audit = (await account.get(`/audit?subject_id=${id}`)).json().data;
    expect(audit.map(({ action }: { action: string }) => action)).toEqual([
      'file_profile.removed',
      'file_profile.saved',
    ]);
  });

  it('is named by the sender, and read as at that time', async () => {
    const { account, send } = await merchant();
    const { id } = (await keep(account, { header: ['Nothing'] })).json().data;
    expect(await send('check=1')).toMatchObject({ http: 422 });
    const begun = await send('profile=Counter%20sales');
    await account.delete(`/order-file-profiles/${id}`);
    expect(await ended(account, begun.data.id)).toMatchObject({
      created: 1,
      reading: { profile: 'Counter sales' },
    });
    expect(await send('profile=Counter%20sales')).toMatchObject({
      http: 422,
      message: 'profile is not a kind of order files that the account knows',
    });
  });

  it('takes the place of what had its name, adds to another kind, and leaves other accounts alone', async () => {
    const { account, send } = await merchant();
    const other = await merchant();
    const first = (await keep(account, { columns: { Whom: 'billing_customer_name' } })).json().data;
    const second = (await keep(account)).json().data;
    expect(second).toMatchObject({ id: first.id, columns: COLUMNS });
    const added = await keep(account, { name: 'B', profile: 'Counter sales', columns: { Remarks: 'tags' } });
    expect(added.json().data).toMatchObject({ profile: 'own', columns: { ...COLUMNS, Remarks: 'tags' } });
    expect(await send('check=1')).toMatchObject({
      http: 422,
      problems: [
        { field: 'profile', values: { profiles: [{ value: 'B' }, { value: 'Counter sales' }] } },
        {},
      ],
    });
    expect((await send('check=1&profile=B')).data).toMatchObject({ problems: [] });
    expect((await other.account.get('/order-file-profiles')).json().data).toEqual([]);
    expect(await other.send('check=1')).toMatchObject({ http: 422 });
    expect((await other.account.delete(`/order-file-profiles/${first.id}`)).statusCode).toBe(404);
  });

  it('has no name of the service, and there are at most 100', async () => {
    const { account } = await merchant();
    expect((await keep(account, { name: 'Shopify' })).json().message).toBe(
      'name is already the name of a kind of files',
    );
    expect((await keep(account, { profile: 'nothing' })).statusCode).toBe(422);
    for (let count = 0; count < 100; count += 1)
      expect((await keep(account, { name: `Kind ${count}` })).statusCode).toBe(200);
    expect((await keep(account)).json().message).toBe(
      'The account keeps 100 kinds of files, which is the limit: delete one first',
    );
    expect((await keep(account, { name: 'Kind 5' })).statusCode).toBe(200);
  });
});
