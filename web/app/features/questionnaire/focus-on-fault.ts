/** Moves the focus to the first invalid field, and scrolls it out from under the bars at both ends of the page. */
export function focusOnFault(fields: string) {
  const field = document.querySelector<HTMLElement>(`form ${fields}[aria-invalid=true]`);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center', behavior: 'instant' });
}
