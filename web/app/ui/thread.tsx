import { classNames } from './class-names.ts';
import './thread.css';

interface Message {
  id: string;
  author: string;
  /** The time of the message in machine-readable form. `time` is the same time in the reader's format. */
  at: string;
  time: string;
  body: string;
  isMine: boolean;
}

/**
 * A conversation, oldest message first. Screen readers announce new messages. The reader can scroll a long
 * conversation, even with the keyboard.
 */
export function Thread({ label, messages }: { label: string; messages: readonly Message[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and a keyboard must reach it
    <div className="thread" role="log" aria-label={label} tabIndex={0}>
      {messages.map(({ id, author, at, time, body, isMine }) => (
        <div key={id} className={classNames('thread__message', isMine && 'thread__message--mine')}>
          <small>
            <bdi>{author}</bdi>, <time dateTime={at}>{time}</time>
          </small>
          <span className="thread__body" dir="auto">
            {body}
          </span>
        </div>
      ))}
    </div>
  );
}
