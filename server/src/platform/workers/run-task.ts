import { Refusal } from '../refusal.ts';

/** Messages to a worker, and back. */
interface Order {
  readonly file: string;
  readonly name: string;
  readonly input: unknown;
}
type Outcome = { readonly value: unknown } | { readonly refusal: { readonly code: string; readonly data: unknown } };

/** Runs in every worker thread. It returns refusals as values, because as errors they would lose their code and data on the way. */
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
