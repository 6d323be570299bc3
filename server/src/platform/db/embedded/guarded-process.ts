import { type ChildProcess, spawn } from 'node:child_process';

export interface GuardedOptions {
  /** The signal that stops the command. `stop` sends it, and so does any end of this process. */
  readonly stopSignal: 'INT' | 'TERM';
  /** `stop` kills the command after this time, in milliseconds. */
  readonly patienceMs: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Runs the command as this user and group; only root may ask for it. */
  readonly uid?: number;
  readonly gid?: number;
  /** Destination of its output: file descriptors, or 'inherit'. */
  readonly output: number | 'inherit';
}

export interface GuardedProcess {
  /** Settles with the exit code when the command has ended; 128 + n for signal n. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

/**
 * A shell that has the reading end of a pipe; we have the writing end. When we close it, or die for any reason, even kill -9,
 * `read` returns and the command gets its signal. `read` is part of the shell, so the watcher leaves no
 * process behind.
 */
const GUARD = `
"$@" 3<&- &
child=$!
{ read -r _ <&3; kill -s "$STOP_SIGNAL" "$child"; } 2>/dev/null &
watcher=$!
exec 3<&-
wait "$child"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`;

/**
 * Starts a command that cannot outlive this process. It runs in a separate session: Ctrl-C in the terminal reaches us
 * first, and we decide the order.
 */
export function startGuarded(command: string, args: readonly string[], options: GuardedOptions): GuardedProcess {
  const shell = spawn('/bin/sh', ['-c', GUARD, 'guard', command, ...args], {
    cwd: options.cwd,
    env: { ...(options.env ?? process.env), STOP_SIGNAL: options.stopSignal },
    stdio: ['ignore', options.output, options.output, 'pipe'],
    detached: true,
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
  });
  const lifeline = shell.stdio[3];
  // The shell may have ended before we close our end.
  lifeline?.on('error', () => {});

  const ended = new Promise<number>((resolve, reject) => {
    shell.once('error', reject);
    shell.once('exit', (code) => {
      lifeline?.destroy();
      resolve(code ?? 137);
    });
  });
  // Callers may await it, but do not have to.
  ended.catch(() => {});

  const stop = async (): Promise<void> => {
    lifeline?.destroy();
    const kill = setTimeout(() => killGroup(shell), options.patienceMs);
    await ended.catch(() => {});
    clearTimeout(kill);
  };
  return { ended, stop };
}

function killGroup(shell: ChildProcess): void {
  try {
    if (shell.pid) process.kill(-shell.pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
