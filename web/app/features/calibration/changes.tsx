import { useMutation } from '@tanstack/react-query';
import { Check, Images } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { SimulationMark } from '#web/ui/simulation-mark.tsx';
import styles from './calibration.module.css';

interface Props {
  number: number;
  changed: readonly string[];
  looked: readonly string[];
  onLooked: () => void;
}

/** Lists the treatments that the proposal changes. Their images are drawn on request. */
export function Changes({ changed, ...props }: Props) {
  return (
    <ul className={styles.changes}>
      {changed.map((treatment) => (
        <Change key={treatment} treatment={treatment} {...props} />
      ))}
    </ul>
  );
}

function Change({ number, treatment, looked, onLooked }: Omit<Props, 'changed'> & { treatment: string }) {
  const { t } = useTranslation(['calibration', 'studio']);
  const errorText = useErrorText();
  const draw = useMutation({ ...api.evidence.drawCalibration.mutationOptions(), onSuccess: onLooked });
  const name = t(`studio:treatment.${treatment as 'cheek'}`, { defaultValue: treatment });
  return (
    <li className={styles.change}>
      <Row gap={16} rowGap={8} align="center" wrap className={styles.changeHead}>
        <h3 className="h4">{name}</h3>
        {looked.includes(treatment) && (
          <span className={styles.looked}>
            <Icon as={Check} size="s" />
            {t('looked')}
          </span>
        )}
        {!draw.data && (
          <Button size="s" variant="line" busy={draw.isPending} onClick={() => draw.mutate({ number, treatment })}>
            <Icon as={Images} size="s" />
            {t('look')}
            <span className="visually-hidden">: {name}</span>
          </Button>
        )}
      </Row>
      {draw.error && <p role="alert">{errorText(draw.error)}</p>}
      {draw.data?.faces.map((face) => (
        <div key={face.name} className={styles.face} role="group" aria-label={t('face', { name: face.name })}>
          <Shown src={face.before} caption={t('photo')} alt={t('alt.photo', { name: face.name })} />
          <Shown src={face.now} caption={t('now')} alt={t('alt.now', { name: face.name })} isSimulation />
          <Shown
            src={face.proposed}
            caption={t('proposed')}
            alt={t('alt.proposed', { name: face.name })}
            isSimulation
          />
        </div>
      ))}
    </li>
  );
}

interface ShownProps {
  src: string;
  caption: string;
  alt: string;
  isSimulation?: boolean;
}

function Shown({ src, caption, alt, isSimulation }: ShownProps) {
  return (
    <figure className={styles.shown}>
      <span className={styles.image}>
        <img src={src} alt={alt} />
        {isSimulation && <SimulationMark as="strip" />}
      </span>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
