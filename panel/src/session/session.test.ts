import { afterEach, expect, it, vi } from 'vitest';
import { ApiProblem, api, changeHeaders } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { begun, mayCall, type Session, sessionQuery, signIn, signOut } from './session.ts';

const SESSION = { role: 'owner', csrf_token: 'token' } as unknown as Session;

afterEach(() => {
  vi.restoreAllMocks();
  queries.clear();
});

it('a session that has begun is known, and its changes carry its token', () => {
  begun(SESSION);
  expect(queries.getQueryData(sessionQuery.queryKey)).toBe(SESSION);
  expect(changeHeaders()).toEqual({ 'x-csrf-token': 'token' });
});

it('the next person sees nothing that the last one saw, in whatever list', async () => {
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

it('whoever could not sign out is still signed in', async () => {
  vi.spyOn(api, 'DELETE').mockRejectedValue(new TypeError('Failed to fetch'));
  begun(SESSION);
  await expect(signOut()).rejects.toThrow('Failed to fetch');
  expect(queries.getQueryData(sessionQuery.queryKey)).toBe(SESSION);
});

const answer = (data: unknown) => ({ data: { data }, response: new Response() }) as never;

it('whoever signs in is known at once', async () => {
  vi.spyOn(api, 'POST').mockResolvedValue(answer(SESSION));
  expect(await signIn({ api_key: 'dky_1' })).toEqual(SESSION);
  expect(queries.getQueryData(sessionQuery.queryKey)).toEqual(SESSION);
  expect(changeHeaders()).toEqual({ 'x-csrf-token': 'token' });
});

it('a session that goes on after a reload has its token, and nobody is told from a service that is away', async () => {
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

it('a role may do what those before it may, and who is restricted only what meets them', () => {
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
});
