import { randomBytes } from 'node:crypto';
import { mkdir, statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import type { Config } from '#server/platform/config/config.ts';
import { discover, registerOf } from '#server/domains/identity/index.ts';
import { createFolderStore } from '#server/platform/storage/folder-store.ts';
import { requestTimestamp } from '#server/platform/timestamps/request-timestamp.ts';
import { lastBackup } from '#server/platform/storage/last-backup.ts';
import { createS3Store } from '#server/platform/storage/s3-store.ts';
import { aheadOfDatabase } from './database.ts';
import { Failed, reasonOf, Skipped } from './outcome.ts';

/** Stores an object, reads it back and deletes it. */
export async function checkStorage({ storage }: Config): Promise<string> {
  const isS3 = storage.kind === 's3';
  const place = isS3 ? `the bucket ${storage.bucket}` : storage.dir;
  const store = isS3 ? createS3Store(storage) : createFolderStore(storage.dir);
  const key = `check/${randomBytes(8).toString('hex')}`;
  const bytes = randomBytes(64);
  let step = 'written to';
  try {
    await store.put(key, bytes);
    step = 'read from';
    if (!(await store.get(key))?.equals(bytes)) throw new Error('something else came back');
    step = 'deleted from';
    await store.delete(key);
    if (await store.get(key)) throw new Error('the object is still there');
  } catch (error) {
    const help = isS3 ? 'Check S3_ENDPOINT, S3_REGION, the keys and their rights.' : 'Check the rights of the folder.';
    throw new Failed(`Nothing can be ${step} ${place} (${reasonOf(error)}). ${help}`);
  }
  return `Written to, read from and deleted from ${place}.`;
}

export async function checkMail({ smtpUrl, mailFrom }: Config, to: string | undefined): Promise<string> {
  if (!smtpUrl) throw new Skipped('Without SMTP_URL mail is kept in the database.');
  const { default: smtp } = await import('nodemailer');
  const transport = smtp.createTransport(smtpUrl, { from: mailFrom });
  try {
    if (!to) {
      await transport.verify();
      return 'The relay accepts the login. Send a message too: npm run check -- --mail you@example.org';
    }
    const text =
      'Flaira can send mail. You do not need to do anything.\n\nFlaira peut envoyer des emails. Vous n’avez rien à faire.';
    await transport.sendMail({
      to,
      subject: 'Flaira can send mail',
      text,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return `The relay took a message to ${to}. Look whether it arrived, and not in the spam folder.`;
  } catch (error) {
    throw new Failed(`The relay did not take it (${reasonOf(error)}). Check SMTP_URL and MAIL_FROM.`);
  } finally {
    transport.close();
  }
}

/**
 * Largest allowed difference between a timestamp and the clock, in milliseconds. The timestamp service may round to the
 * second, and its answer takes some time.
 */
const MOST_OFF_MS = 60_000;

/** Requests a timestamp of a random hash. */
export async function checkTimestamps({ timestamps }: Config): Promise<string> {
  if (!timestamps) throw new Skipped('Without TIMESTAMP_URL signatures get no timestamp.');
  const stamp = await requestTimestamp(timestamps, randomBytes(32).toString('hex')).catch((error: unknown) => {
    throw new Failed(`No timestamp: ${reasonOf(error)}. Check TIMESTAMP_URL and TIMESTAMP_ROOTS.`);
  });
  const off = Math.abs(stamp.at.getTime() - Date.now());
  if (off > MOST_OFF_MS)
    throw new Failed(`${stamp.authority} stamps a time that is off by ${Math.round(off / 1000)} s.`);
  return `${stamp.authority} stamps hashes, and its certificates lead to a trusted root.`;
}

/** A registration number that no doctor has. A working register answers that it is unknown. */
const NOBODYS = { registration_body: 'RPPS', registration_number: '00000000000' };

export async function checkDoctorRegister(config: Config): Promise<string> {
  const found = registerOf(config, NOBODYS);
  if (!found) throw new Skipped('Without ANNUAIRE_SANTE_URL somebody has to see a document of each doctor.');
  await found.register.lookUp(found.number, { name: '', profession: 'doctor' }).catch((error: unknown) => {
    throw new Failed(`No answer: ${reasonOf(error)}. Check ANNUAIRE_SANTE_URL and ANNUAIRE_SANTE_KEY.`);
  });
  return 'It answers, and registrations are looked up.';
}

export async function checkOpenId({ openId }: Config): Promise<string> {
  if (!openId) throw new Skipped('Without OPENID_URL doctors sign in with a password or a passkey.');
  const { issuer } = await discover(openId).catch((error: unknown) => {
    throw new Failed(`No answer: ${reasonOf(error)}. Check OPENID_URL.`);
  });
  return `${issuer} answers, and doctors may sign in with ${openId.name}.`;
}

/**
 * Largest allowed error of the clock in milliseconds. Codes of an authenticator app and signatures of webhooks depend
 * on the clock.
 */
const MOST_AHEAD_MS = 5_000;

/**
 * Compares this machine's clock with the database's clock and with the date in the response of the address `reference`.
 */
export async function checkClock(config: Config, reference: string, now = Date.now): Promise<string> {
  const database = await aheadOfDatabase(config);
  const answer = await fetch(reference, { method: 'HEAD', signal: AbortSignal.timeout(5_000) }).catch(() => null);
  const date = Date.parse(answer?.headers.get('date') ?? '');
  const world = Number.isNaN(date) ? null : now() - date;
  const worst = Math.max(Math.abs(database), Math.abs(world ?? 0));
  if (worst > MOST_AHEAD_MS)
    throw new Failed(`The clock is off by ${Math.round(worst / 1000)} s. Synchronise it: timedatectl set-ntp true`);
  return world === null
    ? 'It agrees with the database. The payment provider was not reachable.'
    : 'It agrees with the database and the payment provider.';
}

const GB = 1024 ** 3;
const LEAST_SHARE = 0.1;

export async function checkDisk({ dataDir }: Config, measure: typeof statfs = statfs): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const { bavail, blocks, bsize } = await measure(dataDir);
  const free = `${((bavail * bsize) / GB).toFixed(1)} GB of ${((blocks * bsize) / GB).toFixed(1)} GB`;
  if (bavail < blocks * LEAST_SHARE || bavail * bsize < GB)
    throw new Failed(`Only ${free} are free at ${dataDir}. Make room or move DATA_DIR.`);
  return `${free} are free at ${dataDir}.`;
}

const DAY_MS = 86_400_000;
const LEAST_DAYS = 14;

/** Sends a request to the address that visitors use. */
export async function checkAddress({ publicUrl }: Config): Promise<string> {
  const url = new URL(publicUrl);
  const answer = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(10_000) }).catch(
    (error: unknown) => {
      const why = reasonOf((error as Error).cause ?? error);
      throw new Failed(
        `${publicUrl} does not answer with a valid certificate (${why}). Check DNS, the proxy and its certificate.`,
      );
    },
  );
  const body = (await answer.json().catch(() => null)) as { status?: string } | null;
  if (body?.status !== 'alive')
    throw new Failed(`${publicUrl}/healthz is answered by another program. Check the proxy.`);
  if (url.protocol !== 'https:') return `${publicUrl} answers, without TLS.`;
  const days = Math.floor(((await expiryOf(url)).getTime() - Date.now()) / DAY_MS);
  if (days < LEAST_DAYS) throw new Failed(`The certificate of ${url.host} ends in ${days} days. Renew it.`);
  return `${publicUrl} answers. Its certificate is valid for ${days} more days.`;
}

const expiryOf = ({ hostname, port }: URL): Promise<Date> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.on('error', reject);
  });

/** Largest allowed age of the newest backup: 26 hours, so that a daily backup may be two hours late. */
const OLDEST_MS = 26 * 3_600_000;

export async function checkBackup(config: Config, isElsewhere: boolean, now = new Date()): Promise<string> {
  if (isElsewhere) throw new Skipped('Database and photos are elsewhere. Check the backups of those services.');
  const at = await lastBackup(config.dataDir);
  if (!at) throw new Failed('There is no backup yet. Make one every day: npm run backup -- --to /mnt/backup');
  const hours = Math.round((now.getTime() - at.getTime()) / 3_600_000);
  if (now.getTime() - at.getTime() > OLDEST_MS)
    throw new Failed(`The newest backup is ${hours} hours old. Make one every day: npm run backup -- --to /mnt/backup`);
  return `The newest backup is ${hours} hours old.`;
}
