import { useTranslation } from 'react-i18next';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import styles from './account-aside.module.css';

/**
 * The column next to the form. Next to a question it shows a drawing. Next to the account form it explains the next
 * steps.
 */
export function AccountAside({ isAccount }: { isAccount: boolean }) {
  const { t } = useTranslation('questionnaire');
  if (!isAccount) {
    return (
      <div className={`${styles.drawing} only-large`}>
        <FaceDrawing className={styles.face} />
      </div>
    );
  }
  return (
    <aside className={styles.aside}>
      <FaceDrawing className={`${styles.small} only-large`} />
      <h2 className="title">{t('account.next')}</h2>
      <ol>
        {(['1', '2', '3'] as const).map((number) => (
          <li key={number}>
            <span className="figure-type" aria-hidden="true">
              {number}
            </span>
            <span>
              {t(`account.next.${number}`)} {number === '2' && t('account.next.2.plan')}
            </span>
          </li>
        ))}
      </ol>
    </aside>
  );
}
