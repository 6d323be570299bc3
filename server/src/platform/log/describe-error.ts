/** The parts of an error that a log may contain. */
export interface ErrorDescription {
  readonly type: string;
  readonly code?: string;
  readonly message: string;
  /** The frames of the stack: file and line, without the message. */
  readonly stack: string[];
  readonly cause?: ErrorDescription;
}

const MAX_FRAMES = 12;
const MAX_MESSAGE = 300;

/**
 * Returns the kind, the code, the message and the stack of an error. Values that messages quote are removed: email
 * addresses, phone numbers and quoted texts.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: [] };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(code && { code }),
    message: withoutValues(error.message),
    stack: frames.slice(0, MAX_FRAMES).map((line) => line.trim()),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Returns only the class and the code of an error, for logs that must not contain messages. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name;
}

/**
 * Removes email addresses, phone numbers and quoted values from a text. Names of columns and constraints are kept,
 * because they are single words in double quotes.
 */
export function withoutValues(text: string): string {
  return text
    .slice(0, MAX_MESSAGE)
    .replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:]+/g, '[address]')
    .replace(/\+?\d[\d ().-]{7,}\d/g, '[number]')
    .replace(/"(?![\w.-]+")[^"]*"/g, '"…"')
    .replace(/'[^']*'/g, "'…'")
    .replace(/=\([^)]*\)/g, '=(…)');
}
