import { Check, CircleAlert, Info, X } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { closeToast, type ToastMessage, toastStore } from './toast.ts';
import './toaster.css';

const icons = { success: Check, error: CircleAlert, info: Info };
const none: readonly ToastMessage[] = [];

/**
 * Shows the messages. The document has one toaster. It is above dialogs, so that errors of a dialog are announced.
 * Screen readers announce an error at once, and any other message after they have finished speaking.
 */
export function Toaster() {
  const messages = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  const { t } = useTranslation();
  const place = useFreePlace(messages);
  return (
    <section ref={place} className="toaster" aria-label={t('toast.region')} data-react-aria-top-layer="true">
      <ol aria-live="polite">
        {messages
          .filter((message) => message.kind !== 'error')
          .map((message) => (
            <Toast key={message.id} message={message} />
          ))}
      </ol>
      <ol aria-live="assertive">
        {messages
          .filter((message) => message.kind === 'error')
          .map((message) => (
            <Toast key={message.id} message={message} />
          ))}
      </ol>
    </section>
  );
}

/** The distance in pixels between the messages and the control that they must not cover. */
const CLEARANCE = 8;

/**
 * Moves the messages to the top of the window if they would cover the control that the person used last, because the
 * person may press it again.
 */
function useFreePlace(messages: readonly ToastMessage[]): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  useEffect(watchControls, []);
  useLayoutEffect(() => {
    const toaster = place.current;
    if (!toaster || messages.length === 0) return;
    toaster.removeAttribute('data-at');
    const control = lastControl()?.getBoundingClientRect();
    const box = toaster.getBoundingClientRect();
    const covers =
      control &&
      control.left < box.right + CLEARANCE &&
      control.right > box.left - CLEARANCE &&
      control.top < box.bottom + CLEARANCE &&
      control.bottom > box.top - CLEARANCE;
    if (covers) toaster.setAttribute('data-at', 'top');
  }, [messages]);
  return place;
}

export function Toast({ message }: { message: ToastMessage }) {
  const { t } = useTranslation();
  const item = useRef<HTMLLIElement>(null);
  const held = useHeld(item);
  const leaves = message.kind !== 'error' && message.id > 0 && !held;

  useEffect(() => {
    if (!leaves) return;
    const timer = setTimeout(() => closeToast(message.id), message.visible_ms ?? toastStore.visible_ms);
    return () => clearTimeout(timer);
  }, [leaves, message.id, message.visible_ms]);

  return (
    <li ref={item} className={`toast toast--${message.kind}`}>
      <Icon as={icons[message.kind]} className="toast__icon" />
      <div className="toast__body">
        <p className="toast__title">{message.title}</p>
        {message.text && <p className="small muted">{message.text}</p>}
        {message.action && (
          <button
            type="button"
            className="toast__action link small"
            onClick={() => {
              message.action?.run();
              closeToast(message.id);
            }}
          >
            {message.action.label}
          </button>
        )}
      </div>
      <IconButton label={t('close')} icon={X} size="s" onClick={() => closeToast(message.id)} />
    </li>
  );
}

/** Returns whether the pointer or the focus is on the element. Messages do not disappear while someone reads them. */
function useHeld(element: RefObject<HTMLElement | null>): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const end = new AbortController();
    const listen = (type: string, value: boolean) =>
      element.current?.addEventListener(type, () => setHeld(value), { signal: end.signal });
    for (const type of ['pointerenter', 'focusin']) listen(type, true);
    for (const type of ['pointerleave', 'focusout']) listen(type, false);
    return () => end.abort();
  }, [element]);
  return held;
}

const controls = 'button, a, input, select, textarea, summary, label';

let lastUsed: Element | null = null;

function noteControl({ target }: Event) {
  const control = target instanceof Element ? target.closest(controls) : null;
  if (control && !control.closest('.toaster')) lastUsed = control;
}

/** Starts to record which control the person used last. Returns a function that stops the recording. */
function watchControls(): () => void {
  const end = new AbortController();
  // Three events are needed. `focusin` alone is not enough, because Safari does not focus a pressed button. `submit`
  // covers Enter in a field, which causes no pointer or focus event on the button.
  for (const type of ['pointerdown', 'focusin'])
    addEventListener(type, noteControl, { capture: true, signal: end.signal });
  const onSubmit = (event: SubmitEvent) => {
    lastUsed = event.submitter ?? (event.target as Element).querySelector('[type=submit]') ?? lastUsed;
  };
  addEventListener('submit', onSubmit, { capture: true, signal: end.signal });
  return () => end.abort();
}

/** Returns the control that the person used last, or null if it is no longer on the page. */
const lastControl = (): Element | null => (lastUsed?.isConnected ? lastUsed : null);
