import { Refusal } from '../refusal.ts';

/** The message to a worker. */
interface Order {
  readonly file: string;
  readonly name: string;
  readonly input: unknown;
}
type Outcome = { readonly value: unknown } | { readonly refusal: { readonly code: string; readonly data: unknown } };

/**
 * Runs a task in a worker thread. A refusal is returned as a value, because an error would lose its code and data
 * between the threads.
 */
export default async function runTask({ file, name, input }: Order): Promise<Outcome> {
  const { [name]: work } = (await import(file)) as Record<string, ((input: unknown) => unknown) | undefined>;
  if (!work) throw new Error(`${file} exports no ${name}`);
  try {
    return { value: await work(input) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { code: error.code, data: error.data } };
    throw error;
  }
}
