import { createHmac } from 'node:crypto';
import type { MasterKeys } from '../config/config.ts';
import { newDataKey, seal, unseal } from '../crypto/envelope.ts';
import type { Tx } from '../db/db.ts';
import './sms.table.ts';

const SEALED_FOR = 'sms-stop-key';

/**
 * Records that no message may be sent to this number. A later STOP replaces the stored time. An earlier STOP that
 * arrives late does not.
 */
export async function stopNumber(tx: Tx, keys: MasterKeys, number: string, at: Date): Promise<void> {
  const number_hash = await hashOf(tx, keys, number);
  await tx
    .insertInto('sms_stops')
    .values({ number_hash, stopped_at: at })
    .onConflict((conflict) =>
      conflict.column('number_hash').doUpdateSet({ stopped_at: at }).where('sms_stops.stopped_at', '<', at),
    )
    .execute();
}

/**
 * Records that the holder of the number wants messages again. Has no effect if START was sent before the last STOP and
 * arrives after it.
 */
export async function startNumber(tx: Tx, keys: MasterKeys, number: string, at: Date): Promise<void> {
  const number_hash = await hashOf(tx, keys, number);
  await tx.deleteFrom('sms_stops').where('number_hash', '=', number_hash).where('stopped_at', '<=', at).execute();
}

export async function isNumberStopped(tx: Tx, keys: MasterKeys, number: string): Promise<boolean> {
  const number_hash = await hashOf(tx, keys, number);
  const row = await tx
    .selectFrom('sms_stops')
    .select('stopped_at')
    .where('number_hash', '=', number_hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Encrypts the hash key with the current master key, so that an older master key can be retired. */
export async function rewrapStopKey(tx: Tx, keys: MasterKeys): Promise<void> {
  const row = await tx.selectFrom('sms_stop_key').selectAll().forUpdate().executeTakeFirst();
  if (!row || row.master_key_id === keys.current) return;
  await tx
    .updateTable('sms_stop_key')
    .set(wrap(unwrap(row, keys), keys))
    .execute();
}

async function hashOf(tx: Tx, keys: MasterKeys, number: string): Promise<Buffer> {
  const key = unwrap((await findKey(tx)) ?? (await makeKey(tx, keys)), keys);
  return createHmac('sha256', key).update(number).digest();
}

const findKey = (tx: Tx) => tx.selectFrom('sms_stop_key').selectAll().executeTakeFirst();

/** Creates the hash key. If two processes create it at the same time, both use the key that was stored first. */
async function makeKey(tx: Tx, keys: MasterKeys) {
  await tx
    .insertInto('sms_stop_key')
    .values(wrap(newDataKey(), keys))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx.selectFrom('sms_stop_key').selectAll().executeTakeFirstOrThrow();
}

interface Wrapped {
  readonly master_key_id: string;
  readonly wrapped_key: Buffer;
}

function wrap(key: Buffer, { current, ring }: MasterKeys): Wrapped {
  const master = ring.get(current);
  if (!master) throw new Error(`master key ${current} is not configured`);
  return { master_key_id: current, wrapped_key: seal(master, key, SEALED_FOR) };
}

/**
 * Decrypts the hash key. Throws if its master key is missing. Without the hash key no message can be sent at all,
 * because the stopped numbers are unknown.
 */
function unwrap({ master_key_id, wrapped_key }: Wrapped, { ring }: MasterKeys): Buffer {
  const master = ring.get(master_key_id);
  if (!master) throw new Error(`master key ${master_key_id} is not configured`);
  return unseal(master, wrapped_key, SEALED_FOR);
}
