import { ORPCError } from '@orpc/server';
import { ValidationError } from '@orpc/contract';
import type { ErrorMap } from '@orpc/contract';
import type { Logger } from 'pino';
import { Refusal } from '../refusal.ts';
import { type Counters, isAway } from './faults.ts';

/**
 * Turns an error of a procedure into its response. A refusal has the status from the contract. Invalid input is
 * reported by field. While the database or the photo store is down, the status is 503. Any other error becomes FAULT
 * with the request id that is in the log.
 */
export function toApiError(
  error: unknown,
  declared: ErrorMap,
  requestId: string,
  log: Logger,
  counters: Counters,
): ORPCError<string, unknown> {
  if (error instanceof Refusal && declared[error.code]) {
    return new ORPCError(error.code, {
      status: declared[error.code]?.status ?? 400,
      data: error.data,
      message: error.code,
      defined: true,
    });
  }
  if (error instanceof ORPCError && error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
    const { issues, data } = error.cause;
    return invalidInput(fieldsOf(issues, data));
  }
  if (error instanceof ORPCError && error.status < 500) return error;
  if (isAway(error)) {
    counters.unavailable++;
    log.warn({ err: error }, 'database or photo store is away');
    return new ORPCError('UNAVAILABLE', { status: 503, message: 'UNAVAILABLE' });
  }
  if (isUnstorable(error)) return invalidInput({ '': ['unstorable'] });
  counters.faults++;
  log.error({ err: asFault(error) }, 'fault');
  return new ORPCError('FAULT', { status: 500, message: 'FAULT', data: { id: requestId } });
}

const invalidInput = (fields: Record<string, string[]>) =>
  new ORPCError('INVALID_INPUT', { status: 400, message: 'INVALID_INPUT', data: { fields }, defined: true });

/**
 * Returns whether an error is about characters that PostgreSQL accepts neither in text (22021) nor in jsonb (22P05),
 * such as U+0000. Only the caller's input can contain them.
 */
const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && ['22021', '22P05'].includes((error as NodeJS.ErrnoException).code ?? '');

function asFault(error: unknown): unknown {
  if (error instanceof Refusal) return new Error(`refusal ${error.code} is not in the contract of this procedure`);
  if (error instanceof ORPCError && error.cause instanceof ValidationError) {
    const fields = Object.entries(fieldsOf(error.cause.issues, error.cause.data));
    return new Error(
      `the answer does not fit the contract: ${fields.map(([path, codes]) => `${path} ${codes.join(' ')}`).join(', ')}`,
    );
  }
  return error;
}

interface Issue {
  readonly code?: string;
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * Returns all issues by field: `contact.email` → codes. A code is the name of the failed check (`too_small`, `too_big`,
 * `invalid_format` …), `required` for a missing value, or a code of the contract's own checks. The input itself is
 * never included.
 */
export function fieldsOf(issues: readonly Issue[], input: unknown): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const path = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
    const codes = (fields[path.map(String).join('.')] ??= []);
    const code = codeOf(issue, valueAt(input, path));
    if (!codes.includes(code)) codes.push(code);
  }
  return fields;
}

function codeOf({ code = 'invalid', message }: Issue, value: unknown): string {
  if (code === 'custom') return message;
  return value === undefined || value === null || (value === '' && code === 'too_small') ? 'required' : code;
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input);
