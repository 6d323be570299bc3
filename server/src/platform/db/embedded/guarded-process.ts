import { type ChildProcess, spawn } from 'node:child_process';

export interface GuardedOptions {
  /** The signal that stops the command. It is sent by `stop`, and also when this process ends for any reason. */
  readonly stopSignal: 'INT' | 'TERM';
  /** Milliseconds after which `stop` kills the command. */
  readonly patienceMs: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** User and group of the command. Only root may set them. */
  readonly uid?: number;
  readonly gid?: number;
  /** Destination of the command's output: a file descriptor, or 'inherit'. */
  readonly output: number | 'inherit';
}

export interface GuardedProcess {
  /** Resolves with the exit code when the command has ended. After signal n the code is 128 + n. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

/**
 * A shell script that stops the command when this process ends. The shell has the reading end of a pipe, and this
 * process has the writing end. When this process closes its end or dies, even by kill -9, `read` returns and the
 * command gets its signal. `read` is built into the shell, so the watcher leaves no process behind.
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
 * Starts a command that cannot outlive this process. The command runs in a separate session of the operating system.
 * Ctrl-C in the terminal therefore reaches only this process, which decides when to stop the command.
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
  // The shell may end before this process closes the pipe.
  lifeline?.on('error', () => {});

  const ended = new Promise<number>((resolve, reject) => {
    shell.once('error', reject);
    shell.once('exit', (code) => {
      lifeline?.destroy();
      resolve(code ?? 137);
    });
  });
  // A caller need not await this promise. Without this handler, a rejection would then end the process.
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
    // The process group has already ended.
  }
}
