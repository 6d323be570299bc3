/** Parses an address. Null if the text is not one. `URL.parse` does the same, but some of our browsers lack it. */
export function readAddress(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
