/** The address that a text spells, or null. `URL.parse` does the same and is too new for some browsers of patients. */
export function readAddress(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
