import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SetupError } from '../setup/say.mjs';
import { usageOf } from './process-usage.ts';

interface Holder {
  readonly pid: number;
  /**
   * The start time of the process, if the system reports it. Without it, a later process with the same number could be
   * mistaken for this one.
   */
  readonly began: string | null;
  readonly address: string;
}

/**
 * Ensures that only one process at a time uses the folder of the lock file. Returns the function that releases the
 * lock. Throws an error with a message if another process has the lock.
 */
export function takeLock(file: string, address: string): () => void {
  mkdirSync(dirname(file), { recursive: true });
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, began: beganAt(process.pid), address } satisfies Holder));
  try {
    if (!tryLink(mine, file)) {
      const holder = readHolder(file);
      if (holder && isAlive(holder)) {
        throw new SetupError(
          `Flaira is already running at ${holder.address} (process ${holder.pid}): stop it first, or use it.`,
        );
      }
      rmSync(file, { force: true });
      if (!tryLink(mine, file))
        throw new SetupError('Flaira is being started a second time right now: use the other one.');
    }
  } finally {
    rmSync(mine);
  }
  return () => {
    if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/**
 * Makes the lock file as a hard link, so that the file appears complete or not at all. Returns false if the lock file
 * exists already.
 */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = beganAt(pid);
  return began === null || now === null || began === now;
}

const beganAt = (pid: number): string | null => usageOf(pid)?.began ?? null;
