import { fieldsOfPage, type Typed, type TypedField } from './keep-typed.ts';

/** A field may come late, or be filled a second time with what the service knows. */
const every_ms = 100;
const patience_ms = 5_000;

/** Types again what stood in the fields before the page loaded anew. Whoever types or sends meanwhile has the last word. */
export function restoreTyped({ address, fields }: Typed) {
  if (address !== location.href) return;
  const left = new Map(Object.entries(fields));
  const stop = new AbortController();
  const { signal } = stop;
  const isTyped = ({ target, isTrusted }: Event) => {
    if (!isTrusted) return;
    for (const [name, field] of fieldsOfPage()) if (field === target) left.delete(name);
  };
  document.addEventListener('input', isTyped, { capture: true, signal });
  document.addEventListener('submit', () => stop.abort(), { capture: true, signal });
  const timer = setInterval(() => {
    for (const [name, field] of fieldsOfPage()) {
      const value = left.get(name);
      if (value !== undefined && value !== field.value) type(field, value);
    }
  }, every_ms);
  signal.addEventListener('abort', () => clearInterval(timer));
  setTimeout(() => stop.abort(), patience_ms);
}

/** As a person types: React watches the field's own `value`, so it is set as the browser sets it. */
function type(field: TypedField, value: string) {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
