import './email-address.css';

/** The placeholder character for an address in a sentence. `WithEmail` replaces it. */
export const EMAIL_PLACE = '\uFFFC';

/**
 * An email address on one line. If there is too little room, the part before the @ is shortened. The domain is
 * shortened only if it does not fit alone.
 */
export function EmailAddress({ children: address }: { children: string }) {
  const at = address.lastIndexOf('@');
  if (at < 1) return <bdi>{address}</bdi>;
  return (
    <bdi className="email-address" dir="ltr" title={address}>
      <span className="email-address__name">{address.slice(0, at)}</span>
      <span className="email-address__domain">{address.slice(at)}</span>
    </bdi>
  );
}

/**
 * Draws a sentence, with an email address in place of `EMAIL_PLACE`. The whole address moves to the next line if it
 * does not fit, unless it is longer than a line.
 */
export function WithEmail({ text, email }: { text: string; email: string }) {
  const [before, ...after] = text.split(EMAIL_PLACE);
  if (after.length === 0) return text;
  return (
    <>
      {before}
      <bdi className="email-in-text" dir="ltr">
        {email}
      </bdi>
      {after.join(email)}
    </>
  );
}
