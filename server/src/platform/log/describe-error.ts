/** The parts of an error that a log may contain. */
export interface ErrorDescription {
  readonly type: string;
  readonly code?: string;
  readonly message: string;
  /** Places in our own files and in packages, without the message. */
  readonly stack: string[];
  readonly cause?: ErrorDescription;
}

const MAX_FRAMES = 12;
const MAX_MESSAGE = 300;

/** The kind of an error and its origin, without values that messages quote: addresses, phone numbers, quoted texts. */
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

/** Class and code only, for logs that may not show even a message without its values. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name;
}

/** Names of columns and constraints stay readable: they are single words in double quotes. */
export function withoutValues(text: string): string {
  return text
    .slice(0, MAX_MESSAGE)
    .replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:]+/g, '[address]')
    .replace(/\+?\d[\d ().-]{7,}\d/g, '[number]')
    .replace(/"(?![\w.-]+")[^"]*"/g, '"…"')
    .replace(/'[^']*'/g, "'…'")
    .replace(/=\([^)]*\)/g, '=(…)');
}
