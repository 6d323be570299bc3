/** Moves the focus to the first invalid field, and scrolls the page so that no bar covers the field. */
export function focusOnFault(fields: string) {
  const field = document.querySelector<HTMLElement>(`form ${fields}[aria-invalid=true]`);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center', behavior: 'instant' });
}
