import { expect } from 'vitest';
import { runImport } from '../../src/usecases/imports/run-import.ts';
import type { TestAccount, TestApp } from './app.ts';

/** A CSV file of these rows. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.join(',')}\r\n`).join('');
}

/** Sends a file to an address below the API. */
export function sendFile(
  account: TestAccount,
  path: string,
  content: string | Buffer,
  headers: Record<string, string> = {},
) {
  return account.post(path, content, { 'content-type': 'text/csv', ...headers });
}

/** An import as shown by the API. */
export interface ShownImport {
  id: string;
  state: string;
  rows: number;
  rejected: number;
  progress: number;
  counts: Record<string, number>;
  failure: string | null;
}

/** Sends a file, waits for its import, and returns its report. */
export async function importFile(
  test: TestApp,
  account: TestAccount,
  path: string,
  content: string | Buffer,
): Promise<ShownImport> {
  const response = await sendFile(account, path, content);
  expect(response.statusCode, response.body).toBe(202);
  const { id } = response.json().data;
  await runImport(test.service, account.accountId, id);
  return (await account.get(`/imports/${id}`)).json().data;
}
