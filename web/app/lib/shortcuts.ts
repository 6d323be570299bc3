/** A keyboard command as text: 'j', 'Enter', '?', 'mod+z', 'mod+shift+z'. `mod` is Ctrl, or Command on a Mac. */
export type Combo = string;

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/**
 * Returns the pressed combination, or null if the browser uses it. Shift is part of the name only if it does not
 * produce another character.
 */
export function comboOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Press): Combo | null {
  if (altKey || (ctrlKey && metaKey)) return null;
  const mod = ctrlKey || metaKey;
  const name = key.length === 1 ? key.toLowerCase() : key;
  const isLetter = /^[a-z]$/.test(name);
  const shift = shiftKey && (mod || key.length > 1);
  if (!mod && shiftKey && isLetter) return null;
  return `${mod ? 'mod+' : ''}${shift ? 'shift+' : ''}${name}`;
}

/**
 * Whether a command is a single character without a modifier. The person can switch such commands off, and text fields
 * ignore them.
 */
export const isSingle = (combo: Combo): boolean => [...combo].length === 1;

const PREFERENCE = 'flaira.single-keys';

export function singleKeysAreOn(): boolean {
  return localStorage.getItem(PREFERENCE) !== 'off';
}

export function switchSingleKeys(on: boolean) {
  localStorage.setItem(PREFERENCE, on ? 'on' : 'off');
}
