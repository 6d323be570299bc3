import type { SubmitEvent } from 'react';

/**
 * Current values of the fields. The pages are prerendered: input of a person or a password manager before the script
 * runs would be lost in fields that React controls.
 */
export function valuesOf<Name extends string>(
  event: Pick<SubmitEvent<HTMLFormElement>, 'currentTarget'>,
  ...names: readonly Name[]
): Record<Name, string> {
  const form = new FormData(event.currentTarget);
  return Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')])) as Record<Name, string>;
}
