import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSession } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { useCopy } from '#web/ui/copy.ts';
import { EmailAddress } from '#web/ui/email-address.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import styles from './security.module.css';

/**
 * Shows the recovery codes, which appear only once. The dialog closes only after the person confirms that they saved
 * the codes.
 */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('identity');
  const copy = useCopy();
  return (
    <Stack gap={20}>
      <p className="muted">{t('enrol.codes.text')}</p>
      <Codes codes={codes} />
      <Row gap={8} wrap>
        <Button size="s" onClick={() => copy(codes.join('\n'), t('enrol.codes.copied'))}>
          {t('enrol.codes.copy')}
        </Button>
        <Button size="s" onClick={() => print()}>
          {t('enrol.codes.print')}
        </Button>
      </Row>
      <Button variant="primary" onClick={onKept}>
        {t('enrol.codes.done')}
      </Button>
      <Paper codes={codes} />
    </Stack>
  );
}

const Codes = ({ codes }: { codes: readonly string[] }) => (
  <ul className={styles.codes}>
    {codes.map((code) => (
      <li key={code}>{code}</li>
    ))}
  </ul>
);

/** The content that is printed instead of the page: the account's name and the recovery codes. */
function Paper({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('identity');
  const { user } = useSession();
  const paper = (
    <div className={styles.paper}>
      <p className="h3">Flaira</p>
      <p>{user && <EmailAddress>{user.email}</EmailAddress>}</p>
      <Codes codes={codes} />
      <p className="small">{t('enrol.codes.once')}</p>
    </div>
  );
  return createPortal(paper, document.body);
}
