import { Check, CircleAlert, Info, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { closeToast, type ToastMessage, toastStore } from './toast.ts';
import './toaster.css';

const icons = { success: Check, error: CircleAlert, info: Info };
const none: readonly ToastMessage[] = [];

/** Stands once in the document. Errors are announced at once, the rest when the reader pauses. */
export function Toaster() {
  const messages = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  const { t } = useTranslation();
  return (
    <section className="toaster" aria-label={t('toast.region')}>
      <ol aria-live="polite">
        {messages.filter((message) => message.kind !== 'error').map((message) => (
          <Toast key={message.id} message={message} />
        ))}
      </ol>
      <ol aria-live="assertive">
        {messages.filter((message) => message.kind === 'error').map((message) => (
          <Toast key={message.id} message={message} />
        ))}
      </ol>
    </section>
  );
}

export function Toast({ message }: { message: ToastMessage }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  const leaves = message.kind !== 'error' && message.id > 0 && !held;

  useEffect(() => {
    if (!leaves) return;
    const timer = setTimeout(() => closeToast(message.id), toastStore.visible_ms);
    return () => clearTimeout(timer);
  }, [leaves, message.id]);

  return (
    <li
      className={`toast toast--${message.kind}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
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
