import { initialsOf, letterOf, tintOf } from '#contract/community/signs.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './letter.module.css';

interface Props {
  name: string;
  /** The address of the image that the community uses as its icon. */
  url?: string | null;
  size?: 's' | 'l';
}

/** A community's icon, or the first letter of its name. The page always shows the name next to it. */
export function Letter({ name, url, size = 's' }: Props) {
  const look = classNames(styles.letter, size === 'l' && styles.large);
  if (url) return <img className={look} src={url} alt="" width={44} height={44} />;
  return <span className={look} aria-hidden="true" data-letter={letterOf(name)} data-tint={tintOf(name)} />;
}

/** A person's initials. */
export function Initials({ name, size = 's' }: Props) {
  return (
    <span
      className={classNames(styles.person, size === 'l' && styles.personLarge)}
      aria-hidden="true"
      data-letter={initialsOf(name)}
    />
  );
}
