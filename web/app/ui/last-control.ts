const controls = 'button, a, input, select, textarea, summary, label';

let last: Element | null = null;

function note({ target }: Event) {
  const control = target instanceof Element ? target.closest(controls) : null;
  if (control && !control.closest('.toaster')) last = control;
}

/** Starts to record which control the person used last. Returns a function that stops this. */
export function watchControls(): () => void {
  const end = new AbortController();
  // Safari does not focus a pressed button, and Enter in a field presses no button, so both events are needed.
  for (const type of ['pointerdown', 'focusin']) addEventListener(type, note, { capture: true, signal: end.signal });
  const onSubmit = (event: SubmitEvent) => {
    last = event.submitter ?? (event.target as Element).querySelector('[type=submit]') ?? last;
  };
  addEventListener('submit', onSubmit, { capture: true, signal: end.signal });
  return () => end.abort();
}

/** Returns the control that the person used last, or null if it is no longer on the page. */
export const lastControl = (): Element | null => (last?.isConnected ? last : null);
