import styles from './plan.module.css';

interface Props {
  text: string;
  /** The language of the text, for screen readers and hyphenation. */
  language: string | undefined;
  /** For example 'Written in English', if the reader uses another language. */
  label: string | null;
  className?: string | undefined;
}

/** A doctor's own words, unchanged. */
export function OwnWords({ text, language, label, className }: Props) {
  return (
    <>
      <p className={className} lang={language} dir="auto">
        {text}
      </p>
      {label && <p className={styles.writtenIn}>{label}</p>}
    </>
  );
}
