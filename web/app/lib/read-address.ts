/**
 * Parses a URL. Returns null if the text is not a valid URL. `URL.parse` does the same, but some supported browsers
 * lack it.
 */
export function readAddress(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
