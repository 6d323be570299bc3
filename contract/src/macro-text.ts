/**
 * The placeholders that a macro may contain. Each is replaced with data of an appointment. In the text of a macro, each
 * placeholder is in double braces, such as {{first_name}}.
 */
export const MacroPlaceholders = [
  'first_name',
  'number',
  'treatment',
  'city',
  'provider',
  'address',
  'when',
  'price',
  'until',
] as const;
export type MacroPlaceholder = (typeof MacroPlaceholders)[number];

const written = /\{\{([^{}]*)\}\}/g;

/** Returns the names between double braces in a text. Each name appears once, in the order of the text. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(written)].map(([, name = '']) => name.trim())),
];

export const isMacroPlaceholder = (name: string): name is MacroPlaceholder =>
  MacroPlaceholders.some((known) => known === name);

/** Returns the names between double braces that are not placeholders. */
export const unknownPlaceholders = (text: string): string[] =>
  placeholdersIn(text).filter((name) => !isMacroPlaceholder(name));

/**
 * Replaces the placeholders of a text in one pass, so that braces inside a value are not replaced. Placeholders
 * without a value stay in the text, and `open` names them.
 */
export function fillMacro(
  text: string,
  values: Readonly<Partial<Record<MacroPlaceholder, string>>>,
): { body: string; open: MacroPlaceholder[] } {
  const open = new Set<MacroPlaceholder>();
  const body = text.replace(written, (whole, inner: string) => {
    const name = inner.trim();
    if (!isMacroPlaceholder(name)) return whole;
    const value = values[name];
    if (value) return value;
    open.add(name);
    return whole;
  });
  return { body, open: [...open] };
}
