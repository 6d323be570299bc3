import { spawn } from 'node:child_process';
import { root } from '../run/project.ts';

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Text that is shown if the step failed. */
  readonly output?: string;
  /** Text that is shown whether the step passed or failed. */
  readonly note?: string;
  /** Names of the failed tests, if the runner reports them. */
  readonly failures?: readonly string[];
  /** Names of the tests that passed only when they were tried again. */
  readonly secondTries?: readonly string[];
}

export interface Step {
  /** The name for running the step alone, such as `unit` in `npm test -- unit`. */
  readonly name: string;
  readonly title: string;
  /** True if the step runs only when it is named, or on a build machine with enough time left. */
  readonly isExtra?: boolean;
  /** `args` are for the tool that the step runs. They are set only if the step runs alone. */
  run(args: readonly string[]): Promise<Outcome>;
}

/** Returns the outcome of a check, which is reported as one test. */
export const check = (isGood: boolean, output: string): Outcome => ({
  passed: isGood ? 1 : 0,
  failed: isGood ? 0 : 1,
  skipped: 0,
  output,
});

const sumOf = (outcomes: readonly Outcome[], count: 'passed' | 'failed' | 'skipped'): number =>
  outcomes.reduce((sum, outcome) => sum + outcome[count], 0);

export const totalOf = (outcomes: readonly Outcome[]): Outcome => ({
  passed: sumOf(outcomes, 'passed'),
  failed: sumOf(outcomes, 'failed'),
  skipped: sumOf(outcomes, 'skipped'),
  output: outcomes.map(({ output }) => output ?? '').join('\n'),
  failures: outcomes.flatMap(({ failures }) => failures ?? []),
  secondTries: outcomes.flatMap(({ secondTries }) => secondTries ?? []),
});

export interface Ended {
  readonly code: number;
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Prints the output immediately instead of collecting it. */
  readonly isLive?: boolean;
  readonly timeoutMs?: number;
}

const TIDY_MS = 30_000;

/** Runs a program on this Node until it ends. It has its own process group, so that a time-out also ends its children. */
export function node(
  args: readonly string[],
  { cwd = root, env = process.env, isLive = false, timeoutMs = 900_000 }: CommandOptions = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env,
      stdio: ['ignore', isLive ? 'inherit' : 'pipe', isLive ? 'inherit' : 'pipe'],
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const signal = (name: NodeJS.Signals): void => {
      if (child.pid && child.exitCode === null) process.kill(-child.pid, name);
    };
    let tidying: NodeJS.Timeout | undefined;
    const timer = setTimeout(() => {
      output += `\nStopped after ${timeoutMs / 60_000} minutes.`;
      // Test runners stop their servers when they are interrupted. A kill would leave these servers running, because
      // they have separate process groups.
      signal('SIGINT');
      tidying = setTimeout(() => signal('SIGKILL'), TIDY_MS).unref();
    }, timeoutMs);
    const stopWithUs = (): void => signal('SIGINT');
    process.once('exit', stopWithUs);
    child.on('close', (code) => {
      clearTimeout(timer);
      clearTimeout(tidying);
      process.off('exit', stopWithUs);
      resolve({ code: code ?? 137, output });
    });
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
  });
}

/** Runs a check with one command. The check passes if the command exits with 0. */
export async function command(args: readonly string[], options: CommandOptions = {}): Promise<Outcome> {
  const { code, output } = await node(args, options);
  return check(code === 0, output);
}
