import { CODE_TRIES } from '../../domain/customer-requests/customer-request.ts';
import type { Channel } from '../../domain/messages/channel.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';

/**
 * Counts a code of the account on a day in India, unless that would exceed the account's limit. The row is
 * locked until the transaction ends, so that two simultaneous codes cannot both take the last place.
 */
export async function countCode(writer: AccountWriter, day: string, most: number): Promise<boolean> {
  if (most <= 0) return false;
  const counted = await writer.change(
    `insert into request_code_days (account_id, day, codes) values ($1, $2, 1)
     on conflict (account_id, day) do update set codes = request_code_days.codes + 1
       where request_code_days.codes < $3
     returning 1`,
    [day, most],
  );
  return counted.length > 0;
}

export async function countCodesOf(scope: AccountScope, shipmentId: string, since: Date): Promise<number> {
  const [row] = await scope.read<{ codes: number }>(
    `select count(*) as codes from request_codes
      where account_id = $1 and shipment_id = $2 and created_at >= $3`,
    [shipmentId, since],
  );
  return row?.codes ?? 0;
}

export interface NewCode {
  readonly codeId: string;
  readonly shipmentId: string;
  readonly channel: Channel;
  readonly codeHash: Buffer;
  readonly expiresAt: Date;
}

export async function insertCode(writer: AccountWriter, code: NewCode): Promise<void> {
  await writer.change(
    `insert into request_codes (account_id, code_id, shipment_id, created_at, expires_at, channel, code_hash)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [code.codeId, code.shipmentId, writer.now, code.expiresAt, code.channel, code.codeHash],
  );
}

/**
 * Counts a try of a shipment's newest code, and returns the data to compare the code with. Returns null if
 * the code was used, has expired or was tried too often. The row is locked until the transaction ends, so
 * that a code gives only one pass.
 */
export async function tryCode(
  writer: AccountWriter,
  shipmentId: string,
): Promise<{ codeId: string; codeHash: Buffer } | null> {
  const [row] = await writer.change<{ codeId: string; codeHash: Buffer }>(
    `update request_codes set tries = tries + 1
      where account_id = $1 and shipment_id = $2 and pass_hash is null and expires_at > $3 and tries < $4
        and code_id = (select code_id from request_codes
          where account_id = $1 and shipment_id = $2 order by created_at desc, code_id desc limit 1)
      returning code_id as "codeId", code_hash as "codeHash"`,
    [shipmentId, writer.now, CODE_TRIES],
  );
  return row ?? null;
}

/** Exchanges the code for a pass. The code then stops working. */
export async function givePass(
  writer: AccountWriter,
  codeId: string,
  { passHash, expiresAt }: { passHash: Buffer; expiresAt: Date },
): Promise<void> {
  await writer.change(
    'update request_codes set pass_hash = $3, pass_expires_at = $4 where account_id = $1 and code_id = $2',
    [codeId, passHash, expiresAt],
  );
}

const OPEN_PASS = `account_id = $1 and shipment_id = $2 and pass_hash = $3 and pass_expires_at > $4 and pass_used_at is null`;

/** Tells whether a pass still opens the form. */
export async function isPassOpen(
  scope: AccountScope,
  shipmentId: string,
  passHash: Buffer,
  now: Date,
): Promise<boolean> {
  const parameters = [shipmentId, passHash, now];
  return (await scope.read(`select 1 from request_codes where ${OPEN_PASS}`, parameters)).length > 0;
}

/** Marks a pass as used. @returns false if it is no longer valid */
export async function usePass(writer: AccountWriter, shipmentId: string, passHash: Buffer): Promise<boolean> {
  const used = await writer.change(
    `update request_codes set pass_used_at = $4 where ${OPEN_PASS} returning 1`,
    [shipmentId, passHash, writer.now],
  );
  return used.length > 0;
}

/** Removes codes of all accounts that are older than this time. */
export async function removeOldCodes(database: Database, before: Date): Promise<void> {
  await database.run(
    `with days as (delete from request_code_days where day < ($1::timestamptz at time zone 'Asia/Kolkata')::date)
     delete from request_codes where created_at < $1`,
    [before],
  );
}
