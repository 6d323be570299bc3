import './email-address.css';

/** Stands for an address in a sentence, see `WithEmail`. */
export const EMAIL_PLACE = '\uFFFC';

/** An e-mail address on one line. Without enough room, its name is shortened, but its domain stays. */
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

/** A sentence with an e-mail address in place of `EMAIL_PLACE`. Only an address that is longer than the line breaks. */
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
