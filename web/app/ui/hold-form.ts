/** The person may still be typing. The letters must not run shortcuts of the page. */
const ignoreLetters = (event: KeyboardEvent) => event.key.length === 1 && event.stopPropagation();

/**
 * Makes the form of a submit button inert until the returned function is called, so that nothing is typed that the
 * running save does not contain. Only the part of the form that contains the button stays usable. If the focus was in a
 * field, the button has it in the meantime, and screen readers say that the button is busy. Afterwards the field gets
 * the focus again, unless the focus has moved or the form is gone.
 */
export function holdForm(button: HTMLButtonElement) {
  const parts = ([...(button.form?.children ?? [])] as HTMLElement[]).filter((part) => !part.contains(button));
  const focused = document.activeElement as HTMLElement | null;
  if (parts.some((part) => part.contains(focused))) button.focus({ preventScroll: true });
  button.addEventListener('keydown', ignoreLetters);
  for (const part of parts) part.inert = true;
  return () => {
    button.removeEventListener('keydown', ignoreLetters);
    for (const part of parts) part.inert = false;
    // React restores the focus at the end of a render, so the field gets it only after that.
    queueMicrotask(() => {
      if (document.activeElement === button) focused?.focus({ preventScroll: true });
    });
  };
}
