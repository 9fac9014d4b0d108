import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { StartupError } from '../problems/startup-error.ts';
import { serverFailure } from './failure.ts';
import { folderFailure } from './folder-failure.ts';
import type { ClusterPlace } from './place.ts';
import { ownUser } from './server-user.ts';

describe('a failure of the data folder', () => {
  it.each([
    ['ENOSPC', /^The disk of \/d is full/],
    ['EDQUOT', /^The disk of \/d is full/],
    ['EACCES', /^The data folder \/d cannot be written by this user/],
    ['EPERM', /^The data folder \/d cannot be written by this user/],
    ['EROFS', /^The data folder \/d is on a read-only disk/],
    ['ENOTDIR', /^\/d cannot be a folder \(ENOTDIR\)/],
    ['EEXIST', /^\/d cannot be a folder \(EEXIST\)/],
    ['ENAMETOOLONG', /^\/d cannot be a folder \(ENAMETOOLONG\)/],
    ['ELOOP', /^\/d cannot be a folder \(ELOOP\)/],
  ])('with the code %s becomes a sentence', (code, sentence) => {
    const failure = folderFailure('/d', Object.assign(new Error('it failed'), { code }));
    expect(failure).toBeInstanceOf(StartupError);
    expect((failure as Error).message).toMatch(sentence);
  });

  it.each([new StartupError('known'), Object.assign(new Error('other'), { code: 'EBADF' })])(
    'stays the same: %s',
    (error) => {
      expect(folderFailure('/d', error)).toBe(error);
    },
  );
});

describe('a failure of a PostgreSQL program', () => {
  const folder = tmpdir();
  const place: ClusterPlace = {
    folder,
    cluster: `${folder}/postgresql`,
    log: '/log',
    isStandIn: false,
    user: ownUser(),
  };

  it.each([
    ['could not write: No space left on device', `The disk of ${folder} is full`],
    ['could not write: Disk quota exceeded', `The disk of ${folder} is full`],
    ['open: Permission denied', `PostgreSQL may not use ${folder} (open: Permission denied)`],
    ['chmod: Operation not permitted', `PostgreSQL may not use ${folder}`],
    ['open: Read-only file system', `PostgreSQL may not use ${folder}`],
    ['bad config', `PostgreSQL cannot start in ${folder} (bad config): its log is /log`],
    ['', `PostgreSQL cannot start in ${folder} (it gave no reason): its log is /log`],
  ])('"%s" becomes the sentence "%s"', async (reason, sentence) => {
    expect((await serverFailure(place, reason)).message).toContain(sentence);
  });
});
