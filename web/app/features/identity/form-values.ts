import type { SubmitEvent } from 'react';

/**
 * Returns the current values of the fields. The pages are prerendered, and a person or a password manager may fill in
 * fields before the script runs. React would lose these values if it controlled the fields.
 */
export function valuesOf<Name extends string>(
  event: Pick<SubmitEvent<HTMLFormElement>, 'currentTarget'>,
  ...names: readonly Name[]
): Record<Name, string> {
  const form = new FormData(event.currentTarget);
  return Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')])) as Record<Name, string>;
}
