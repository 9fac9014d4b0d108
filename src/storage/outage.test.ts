import { describe, expect, it } from 'vitest';
import { isAnswerLost, isHeldUp, unavailableProblem, violatesUnique } from './outage.ts';

const failure = (code: string | undefined, message = 'it failed') =>
  Object.assign(new Error(message), { code });

describe('an error of the database', () => {
  it.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'],
    ...['ENETUNREACH', 'EAI_AGAIN', '08000', '08006', '53000', '53100', '53200', '53300', '57P01', '57P02'],
    ...['57P03', '57P05', '57014', '25006', '40P01'],
  ])('with the code %s means that the service is not ready', (code) => {
    expect(unavailableProblem(failure(code))).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 2 });
  });

  it.each([
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
    'Cannot use a pool after calling end on the pool',
    'Query read timeout',
    'Client was closed and is not queryable',
  ])('that says "%s" means that the service is not ready', (message) => {
    expect(unavailableProblem(failure(undefined, message))).toMatchObject({ kind: 'unavailable' });
  });

  it.each(['23505', '42501', '40001', '22012', 'EACCES', undefined])(
    'with the code %s is not an outage',
    (code) => {
      expect(unavailableProblem(failure(code))).toBeNull();
    },
  );

  it('is an outage only if it is an error', () => {
    expect([null, 'ECONNREFUSED', { code: '57P01' }].map(unavailableProblem)).toEqual([null, null, null]);
  });

  it.each([
    ['57014', true],
    ['40P01', true],
    ['57P01', false],
    ['ECONNRESET', false],
  ])('with the code %s concerns only one statement: %s', (code, isOnlyOne) => {
    expect(isHeldUp(failure(code))).toBe(isOnlyOne);
  });
});

describe('a violated unique constraint', () => {
  const violation = (fields: object) => Object.assign(failure('23505', 'duplicate key'), fields);
  const onNode = { message: 'duplicate key value violates unique constraint "name_is_unique_102016"' };

  it.each([
    ['by its name', { constraint: 'name_is_unique' }, 'name_is_unique', true],
    ['by its name on a node of a cluster', { constraint: 'name_is_unique_102016' }, 'name_is_unique', true],
    ['by the message of a node', onNode, 'name_is_unique', true],
    ['by the message of a node that copies rows', { ...onNode, code: 'XX000' }, 'name_is_unique', true],
    ['not by the end of its name', onNode, 'is_unique', false],
    ['not as another constraint', { constraint: 'other' }, 'name_is_unique', false],
    ['not in another error', { code: '23514', constraint: 'name_is_unique' }, 'name_is_unique', false],
  ])('is recognised %s', (_how, fields, name, isFound) => {
    expect(violatesUnique(violation(fields), name)).toBe(isFound);
  });

  it('is not found in null', () => {
    expect(violatesUnique(null, 'name_is_unique')).toBe(false);
  });

  it.each([
    [failure('ECONNRESET'), true],
    [failure('ETIMEDOUT'), true],
    [failure(undefined, 'Connection terminated unexpectedly'), true],
    [failure(undefined, 'Client has encountered a connection error and is not queryable'), true],
    // Nothing was sent, or the server has answered.
    [failure(undefined, 'timeout exceeded when trying to connect'), false],
    [failure('ECONNREFUSED'), false],
    [failure('57014', 'Connection terminated'), false],
    [null, false],
  ])('may hide that the statement was carried out: %s, %s', (error, isLost) => {
    expect(isAnswerLost(error)).toBe(isLost);
  });
});
