import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { StartupError } from '../problems/startup-error.ts';
import { databaseFailure } from './database-failure.ts';
import { fileFailure } from './file-failure.ts';

const withCode = (code: string) => Object.assign(new Error('it failed'), { code });

describe('a failure of a backup file', () => {
  it.each([
    ['ENOENT', 'There is no /b'],
    ['ENOTDIR', '/b is a folder'],
    ['EISDIR', '/b is a folder'],
    ['EACCES', 'This user may not use /b'],
    ['EPERM', 'This user may not use /b'],
    ['EROFS', '/b is on a read-only file system'],
    ['ENOSPC', 'There is not enough space for /b'],
    ['EDQUOT', 'There is not enough space for /b'],
    ['EFBIG', 'There is not enough space for /b'],
    ['EIO', 'The disk of /b fails'],
  ])('with the code %s becomes a sentence: %s', (code, sentence) => {
    const failure = fileFailure(withCode(code), '/b');
    expect(failure).toBeInstanceOf(StartupError);
    expect((failure as Error).message).toMatch(new RegExp(`^${sentence}`));
  });

  it.each([withCode('EBADF'), new Error('other'), null])('stays the same if it is unknown: %s', (error) => {
    expect(fileFailure(error, '/b')).toBe(error);
  });
});

describe('a failure during a backup', () => {
  it.each([
    ['of a statement', new pg.DatabaseError('division by zero', 0, 'error')],
    ['of the connection', Object.assign(withCode('ECONNRESET'), { message: 'division by zero' })],
  ])('%s becomes a sentence', (_what, error) => {
    const failure = databaseFailure(error, 'The backup failed') as Error;
    expect(failure.message).toBe('The backup failed (PostgreSQL: division by zero)');
    expect(failure).toBeInstanceOf(StartupError);
  });

  it('stays the same if the database did not cause it', () => {
    const error = new Error('a bug');
    expect(databaseFailure(error, 'The backup failed')).toBe(error);
  });
});
