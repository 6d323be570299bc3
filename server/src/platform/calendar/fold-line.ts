const MAX_OCTETS = 75;
const encoder = new TextEncoder();

/**
 * Folds a content line of a calendar file (RFC 5545, 3.1). Each part has at most 75 octets and never ends inside a
 * character. A continuation begins with a space.
 */
export function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
