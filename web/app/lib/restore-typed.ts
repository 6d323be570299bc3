import { fieldsOfPage, type Person, type Typed, type TypedField, typedFields } from './keep-typed.ts';

/**
 * Times in milliseconds. `every_ms` is the interval between two searches for fields. `patience_ms` is the time after
 * which the search ends. A field may appear late, or the service may fill it again.
 */
const every_ms = 100;
const patience_ms = 5_000;

/**
 * Restores the text that the same person had typed before the page reloaded. It stops when the person first clicks or
 * presses a key, because a field with the same name may later belong to something else.
 */
export function restoreTyped({ address, person, fields }: Typed, whoIsHere: () => Person) {
  if (address !== location.href) return;
  const left = new Map(Object.entries(fields));
  const stop = new AbortController();
  const { signal } = stop;
  const isTyped = ({ target, isTrusted }: Event) => {
    if (!isTrusted) return;
    for (const [name, field] of fieldsOfPage()) if (field === target) left.delete(name);
  };
  const typeAll = () => {
    if (whoIsHere() !== person) return;
    for (const [name, field] of fieldsOfPage()) {
      const value = left.get(name);
      if (value === undefined) continue;
      typedFields.set(field, Date.now());
      if (value !== field.value) type(field, value);
    }
  };
  // Fields that have just appeared are filled before the click or key takes effect.
  const act = ({ isTrusted }: Event) => {
    if (!isTrusted) return;
    typeAll();
    stop.abort();
  };
  document.addEventListener('input', isTyped, { capture: true, signal });
  document.addEventListener('pointerdown', act, { capture: true, signal });
  document.addEventListener('keydown', act, { capture: true, signal });
  document.addEventListener('submit', () => stop.abort(), { capture: true, signal });
  const timer = setInterval(typeAll, every_ms);
  signal.addEventListener('abort', () => clearInterval(timer));
  setTimeout(() => stop.abort(), patience_ms);
}

/**
 * Fills a field as if the person had typed the value. React intercepts assignments to the field's `value`, so this
 * function calls the browser's own setter.
 */
function type(field: TypedField, value: string) {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
