/** Placeholders for a community or a person without an image. */

/** Returns one of four background tints. The same name always gets the same tint. */
export function tintOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return sum % 4;
}

export const letterOf = (name: string): string => [...name][0]?.toLocaleUpperCase() ?? '';

/** Returns the initials of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/^Dr\.?\s+/i, '')
    .split(/\s+/)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '').join('');
  return letters.toLocaleUpperCase();
}
