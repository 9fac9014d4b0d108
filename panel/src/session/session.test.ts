import { afterEach, expect, it, vi } from 'vitest';
import { api, changeHeaders } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { begun, type Session, sessionQuery, signOut } from './session.ts';

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
