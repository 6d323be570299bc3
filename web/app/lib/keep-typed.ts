export const typedKey = 'flaira.typed';

/**
 * The id of the signed-in account. Null means a visitor. Undefined means that the page does not know yet who is signed
 * in.
 */
export type Person = string | null | undefined;

/** The text that was typed on a page that is about to reload. */
export interface Typed {
  readonly address: string;
  readonly person?: Person;
  /** The typed texts, by the name of the field. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * A field in which people type or choose. Checkboxes are not included, because many of them are consents, which people
 * must give again.
 */
export type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const kinds = ['text', 'email', 'tel', 'url', 'number', 'date', 'time', 'month', 'datetime-local']
  .map((type) => `input[type=${type}]`)
  .join();
const selector = `input:not([type]),${kinds},textarea,select`;
/**
 * Matches fields for passwords, one-time codes and payment cards. Their values are never stored, even while the page
 * shows a password as plain text.
 */
const secret = /password|one-time-code|cc-/;

/**
 * Returns the fields of the page by name. If several fields have the same name, the later ones get another key. Fields
 * of dialogs are left out, because a reload closes dialogs.
 */
export function fieldsOfPage(): Map<string, TypedField> {
  const fields = new Map<string, TypedField>();
  for (const field of document.querySelectorAll<TypedField>(selector)) {
    if (field.closest('dialog, [role=dialog]') || secret.test(field.autocomplete) || secret.test(field.name)) continue;
    const name = field.name || field.ariaLabel || field.labels?.[0]?.textContent || field.tagName;
    let key = name;
    for (let n = 2; fields.has(key); n++) key = `${name} ${n}`;
    fields.set(key, field);
  }
  return fields;
}

/**
 * The fields in which someone has typed, with the time of the last input in milliseconds. The text of other fields is
 * not stored, because the service fills these fields and may send newer values after a reload.
 */
export const typedFields = new WeakMap<object, number>();
/**
 * If nothing was typed for this long, nothing is stored. The text has probably been saved, and the saved value may have
 * changed since on another device.
 */
const recent_ms = 86_400_000;
let whoIsHere = (): Person => undefined;

/**
 * Records the fields in which the person types. It must be called before the person can use the page. Scripts also send
 * `input` events, but the browser marks such events as not trusted.
 */
export function watchTyping(who: () => Person) {
  whoIsHere = who;
  const note = ({ target, isTrusted }: Event) => void (isTrusted && target && typedFields.set(target, Date.now()));
  document.addEventListener('input', note, { capture: true });
}

/**
 * Matches the addresses of the studio. Nothing is stored there, because the studio saves its drafts itself. The fields
 * of all injection points also have the same names, so the text could be restored into the fields of another point.
 */
const savesItself = /^\/(?:fr\/)?studio(?:\/|$)/;

/**
 * Returns the text that was typed on this page. Returns undefined if there is none, if the last input was more than a
 * day ago, or if the page saves the text itself.
 */
function typedHere(): Typed | undefined {
  const fields = [...fieldsOfPage()].filter(([, field]) => typedFields.has(field));
  const last = Math.max(...fields.map(([, field]) => typedFields.get(field) ?? 0));
  if (last < Date.now() - recent_ms || savesItself.test(location.pathname)) return undefined;
  const values = Object.fromEntries(fields.map(([name, { value }]) => [name, value]));
  return { address: location.href, person: whoIsHere(), fields: values };
}

/** Stores typed text just before the page reloads. `restore-typed.ts` restores the text after the reload. */
export function keepTyped() {
  const typed = typedHere();
  if (!typed) return;
  try {
    sessionStorage.setItem(typedKey, JSON.stringify(typed));
  } catch {
    // The text does not fit into the browser's storage, so it is lost.
  }
}

let atEnd: Typed | undefined;

/**
 * Keeps typed text just before the login page replaces this page, because the session has ended. The text stays in
 * memory only, so that nothing remains on the device once the tab is closed.
 */
export function keepTypedAtEnd() {
  if (whoIsHere()) atEnd = typedHere();
}

/**
 * Returns the text that was typed on this page when the session ended, and forgets it. On any other page it returns
 * undefined and keeps the text, because the person may return to this page later. Staff, for example, may have to set
 * up a second factor first.
 */
export function takeTypedAtEnd(): Typed | undefined {
  const typed = atEnd;
  if (typed?.address !== location.href) return undefined;
  atEnd = undefined;
  return typed;
}

/** Restores the text that was typed on this page when the session ended, if there is any. */
export async function restoreTypedAtEnd() {
  const typed = takeTypedAtEnd();
  if (typed) (await import('./restore-typed.ts')).restoreTyped(typed, () => whoIsHere());
}
