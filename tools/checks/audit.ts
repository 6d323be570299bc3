import { execFile } from 'node:child_process';
import { root } from '../run/project.ts';
import { check, type Outcome } from './step.ts';

interface Advisory {
  readonly severity: string;
  readonly range?: string;
}

const PATIENCE_MS = 20_000;
const SEVERE = new Set(['high', 'critical']);

/**
 * Judges the output of npm audit. The check fails if there is a severe advisory about a package of the product. If the
 * registry did not answer, or does not support such queries, the check reports this and counts neither a pass nor a
 * failure.
 */
export function judgeAudit(answer: string): Outcome {
  const advisories = readAdvisories(answer);
  if (!advisories)
    return {
      passed: 0,
      failed: 0,
      skipped: 0,
      note: 'The registry could not be asked for advisories; nothing is known.',
    };
  const severe = Object.entries(advisories).filter(([, { severity }]) => SEVERE.has(severity));
  return check(
    severe.length === 0,
    severe.map(([name, { severity, range = '' }]) => `${name} ${range}: ${severity}. See npm audit.`).join('\n'),
  );
}

function readAdvisories(answer: string): Record<string, Advisory> | undefined {
  try {
    return (JSON.parse(answer) as { vulnerabilities?: Record<string, Advisory> }).vulnerabilities;
  } catch {
    return undefined;
  }
}

/**
 * Queries the registry only about the packages of the product, because the packages for building and testing never
 * reach a patient.
 */
export const audit = (): Promise<Outcome> =>
  new Promise((resolve) => {
    const cli = process.env.npm_execpath;
    const [program, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
    const args = [...first, 'audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=10000'];
    const options = { cwd: root, timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 };
    execFile(program, args, options, (_error, stdout) => resolve(judgeAudit(stdout)));
  });
