/** A key combination as text: 'j', 'Enter', '?', 'mod+z', 'mod+shift+z'. `mod` is Ctrl, or Command on a Mac. */
export type Combo = string;

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/**
 * Returns the name of the pressed combination. Returns null for combinations that no shortcut uses, for example with
 * Alt, or a letter with Shift. The name contains 'shift+' only together with `mod` or a named key such as Enter. With
 * other keys, Shift produces another character.
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
 * Whether a shortcut is a single character without a modifier. The person can switch such shortcuts off, and text
 * fields ignore them.
 */
export const isSingle = (combo: Combo): boolean => [...combo].length === 1;

const PREFERENCE = 'flaira.single-keys';

export function singleKeysAreOn(): boolean {
  return localStorage.getItem(PREFERENCE) !== 'off';
}

export function switchSingleKeys(on: boolean) {
  localStorage.setItem(PREFERENCE, on ? 'on' : 'off');
}
