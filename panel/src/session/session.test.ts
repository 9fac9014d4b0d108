import { afterEach, expect, it, vi } from 'vitest';
import { ApiProblem, api, changeHeaders } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { begun, mayCall, type Session, sessionQuery, signIn, signOut } from './session.ts';

const SESSION = { role: 'owner', csrf_token: 'token' } as unknown as Session;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  queries.clear();
});

it('knows a session that has begun, and sends its token with changes', () => {
  begun(SESSION);
  expect(queries.getQueryData(sessionQuery.queryKey)).toBe(SESSION);
  expect(changeHeaders()).toEqual({ 'x-csrf-token': 'token' });
});

it('clears every cached answer on sign-out', async () => {
  vi.spyOn(api, 'DELETE').mockResolvedValue({} as never);
  begun(SESSION);
  queries.setQueryData(['shipments', { search: 'Asha' }], { pages: [] });
  queries.setQueryData(['users'], []);
  await signOut();
  expect(
    queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([sessionQuery.queryKey]);
  expect(queries.getQueryData(sessionQuery.queryKey)).toBeNull();
  expect(changeHeaders()).toEqual({});
});

it('stays signed in, with all that was typed, when sign-out fails', async () => {
  const tab = storageWith({ 'dakiya.order.a': 'half typed' });
  vi.stubGlobal('sessionStorage', tab);
  vi.spyOn(api, 'DELETE').mockRejectedValue(new TypeError('Failed to fetch'));
  begun(SESSION);
  queries.setQueryData(['users'], []);
  await expect(signOut()).rejects.toThrow('Failed to fetch');
  expect(queries.getQueryData(sessionQuery.queryKey)).toBe(SESSION);
  expect(queries.getQueryData(['users'])).toEqual([]);
  expect(changeHeaders()).toEqual({ 'x-csrf-token': 'token' });
  expect(tab.getItem('dakiya.order.a')).toBe('half typed');
});

it('clears orders, files and searches of the tab on sign-out, and keeps what belongs to the browser', async () => {
  const tab = storageWith({ 'dakiya.order.a': 'half typed', 'dakiya.import.a': 'a file', recent: 'Asha' });
  const browser = storageWith({ 'dakiya.preferences': '{}' });
  vi.stubGlobal('sessionStorage', tab);
  vi.stubGlobal('localStorage', browser);
  vi.spyOn(api, 'DELETE').mockResolvedValue({} as never);
  begun(SESSION);
  await signOut();
  expect([tab.length, browser.length]).toEqual([0, 1]);
});

it('signs out where the browser allows no storage', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  vi.spyOn(api, 'DELETE').mockResolvedValue({} as never);
  begun(SESSION);
  await signOut();
  expect(queries.getQueryData(sessionQuery.queryKey)).toBeNull();
});

/** The storage of a browser. */
function storageWith(kept: Readonly<Record<string, string>>): Pick<Storage, 'length' | 'getItem' | 'clear'> {
  const items = new Map(Object.entries(kept));
  return {
    get length() {
      return items.size;
    },
    getItem: (key) => items.get(key) ?? null,
    clear: () => items.clear(),
  };
}

const answer = (data: unknown) => ({ data: { data }, response: new Response() }) as never;

it('uses the session of a sign-in at once', async () => {
  vi.spyOn(api, 'POST').mockResolvedValue(answer(SESSION));
  expect(await signIn({ api_key: 'dky_1' })).toEqual(SESSION);
  expect(queries.getQueryData(sessionQuery.queryKey)).toEqual(SESSION);
  expect(changeHeaders()).toEqual({ 'x-csrf-token': 'token' });
});

it('has the token again after a reload, and tells a missing session from a service that is down', async () => {
  const get = vi.spyOn(api, 'GET');
  get.mockResolvedValueOnce(answer({ ...SESSION, csrf_token: 'again' }));
  const ask = () => queries.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false });
  expect(await ask()).toMatchObject({ role: 'owner' });
  expect(changeHeaders()).toEqual({ 'x-csrf-token': 'again' });
  get.mockRejectedValueOnce(new ApiProblem(401, [], null));
  expect(await ask()).toBeNull();
  get.mockRejectedValueOnce(new ApiProblem(503, [], null));
  await expect(ask()).rejects.toThrow(ApiProblem);
});

it('lets a role do what lower roles may, and a restricted person only what the route allows', () => {
  const by = (role: Session['role'], restriction: object | null = null) =>
    ({ role, restriction }) as unknown as Session;
  const roles = ['viewer', 'packer', 'manager', 'owner'] as const;
  const may = roles.map((role) => roles.filter((least) => mayCall(by(role), least, 'refused')).length);
  expect(may).toEqual([1, 2, 3, 4]);
  const stores = by('manager', { store_ids: ['a'], warehouse_ids: null });
  const warehouses = by('manager', { store_ids: null, warehouse_ids: ['a'] });
  const meets = ['filtered', 'by_warehouse', 'refused'] as const;
  expect(meets.map((how) => mayCall(stores, 'viewer', how))).toEqual([true, false, false]);
  expect(meets.map((how) => mayCall(warehouses, 'viewer', how))).toEqual([true, true, false]);
  const both = by('manager', { store_ids: ['a'], warehouse_ids: ['b'] });
  expect(meets.map((how) => mayCall(both, 'viewer', how))).toEqual([true, false, false]);
  expect(mayCall(stores, 'owner', 'filtered')).toBe(false);
});
