/** Parses an address; null if it is none. `URL.parse` does the same, but is too new for some of our browsers. */
export function readAddress(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
