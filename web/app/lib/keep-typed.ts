export const typedKey = 'flaira.typed';

/** The account that is signed in, null for a visitor, undefined while the page has not asked. */
export type Person = string | null | undefined;

/** Text typed on a page that is about to reload. */
export interface Typed {
  readonly address: string;
  readonly person?: Person;
  /** Name of the field → its text. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A field that people type or choose in. Ticks are consents as often as not, so they are given anew. */
export type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const kinds = ['text', 'email', 'tel', 'url', 'number', 'date', 'time', 'month', 'datetime-local']
  .map((type) => `input[type=${type}]`)
  .join();
const selector = `input:not([type]),${kinds},textarea,select`;
/** Words that are never written down, also while they can be read on the screen. */
const secret = /password|one-time-code|cc-/;

/** Fields of the page by what they are called. The second of a name has another key. A dialog is closed when the page loads again, so its fields are left out. */
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

/** Fields that somebody typed in. The others show what the service knows, and may know better when the page has loaded again. */
export const typedFields = new WeakSet<object>();
let whoIsHere = (): Person => undefined;

/** Called before the page can be used. Scripts send `input` as well, but theirs is not trusted. */
export function watchTyping(who: () => Person) {
  whoIsHere = who;
  const note = ({ target, isTrusted }: Event) => void (isTrusted && target && typedFields.add(target));
  document.addEventListener('input', note, { capture: true });
}

/** The studio saves its drafts itself, and one name stands for the fields of whichever point is chosen. */
const savesItself = /^\/(?:fr\/)?studio(?:\/|$)/;

/** Just before the page loads again. `restore-typed.ts` takes it from there at once, whatever page comes. */
export function keepTyped() {
  const fields = [...fieldsOfPage()].filter(([, field]) => typedFields.has(field));
  if (fields.length === 0 || savesItself.test(location.pathname)) return;
  const values = Object.fromEntries(fields.map(([name, { value }]) => [name, value]));
  const typed: Typed = { address: location.href, person: whoIsHere(), fields: values };
  try {
    sessionStorage.setItem(typedKey, JSON.stringify(typed));
  } catch {
    // More than the browser keeps.
  }
}
