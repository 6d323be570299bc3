import { classNames } from '#web/ui/class-names.ts';
import styles from './letter.module.css';

interface Props {
  name: string;
  /** A picture of the community's own. */
  url?: string | null;
  size?: 's' | 'l';
}

/** The same name has the same ground everywhere: one of four. */
function tintOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return sum % 4;
}

/** A community's sign: its icon, or its first letter. The name always stands beside it. */
export function Letter({ name, url, size = 's' }: Props) {
  const look = classNames(styles.letter, size === 'l' && styles.large);
  if (url) return <img className={look} src={url} alt="" width={44} height={44} />;
  return (
    <span
      className={look}
      aria-hidden="true"
      data-letter={[...name][0]?.toLocaleUpperCase()}
      data-tint={tintOf(name)}
    />
  );
}

/** A person's initials. */
export function Initials({ name, size = 's' }: Props) {
  const words = name
    .replace(/^Dr\.?\s+/i, '')
    .split(/\s+/)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '').join('');
  return (
    <span
      className={classNames(styles.person, size === 'l' && styles.personLarge)}
      aria-hidden="true"
      data-letter={letters.toLocaleUpperCase()}
    />
  );
}
