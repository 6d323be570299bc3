/** Number of arguments of each path command. The drawings use no other commands. */
const arity: Record<string, number> = { M: 2, L: 2, C: 6, h: 1, Z: 0, z: 0 };

interface Segment {
  command: string;
  numbers: number[];
}

function parse(data: string): Segment[] {
  const segments: Segment[] = [];
  for (const [, letter = '', text = ''] of data.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = (text.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const size = arity[letter];
    if (size === undefined) throw new Error(`Unexpected path command ${letter}`);
    if (size === 0) segments.push({ command: letter, numbers: [] });
    for (let at = 0; at < numbers.length; at += size) {
      segments.push({ command: letter === 'M' && at > 0 ? 'L' : letter, numbers: numbers.slice(at, at + size) });
    }
  }
  return segments;
}

/**
 * Rewrites path data with whole numbers and relative commands. The result has half the bytes. Points move by at most
 * half a unit; a drawing is 1200 units wide.
 */
export function compactPath(data: string): string {
  let text = '';
  let last = '';
  let x = 0;
  let y = 0;
  for (const { command, numbers } of parse(data)) {
    const letter = command === 'Z' ? 'z' : command.toLowerCase();
    let written: number[];
    if (command === 'h' || letter === 'z') written = numbers;
    else {
      const whole = numbers.map(Math.round);
      written = whole.map((value, index) => value - (index % 2 ? y : x));
      x = whole.at(-2) ?? x;
      y = whole.at(-1) ?? y;
    }
    const body = written.map((value, index) => (index > 0 && value >= 0 ? ` ${value}` : `${value}`)).join('');
    const repeats = letter === last && letter !== 'm' && letter !== 'z';
    text += repeats ? (body.startsWith('-') ? body : ` ${body}`) : letter + body;
    last = letter;
  }
  return text;
}

/** Returns the points of a path. Each point is a move followed by a line without length. */
export function dots(data: string): { x: number; y: number }[] {
  return parse(data)
    .filter((segment) => segment.command === 'M')
    .map(({ numbers: [x = 0, y = 0] }) => ({ x, y }));
}
