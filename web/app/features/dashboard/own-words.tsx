import styles from './plan.module.css';

interface Props {
  text: string;
  /** What it is written in, for voices and hyphens. */
  language: string | undefined;
  /** 'Written in English', where the reader's language is another. */
  label: string | null;
  className?: string | undefined;
}

/** A doctor's words as they wrote them. */
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
