import styles from './plan.module.css';

interface Props {
  text: string;
  /** The language of the text, for the screen reader and for hyphenation. Undefined if the language is unknown. */
  language: string | undefined;
  /** A label, for example 'Written in English'. It is null if the reader uses the same language. */
  label: string | null;
  className?: string | undefined;
}

/** Shows the doctor's own words, unchanged. */
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
