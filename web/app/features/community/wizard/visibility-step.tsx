import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Visibilities, type Visibility } from '#contract/community/terms.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { useMyCommunity } from '../layout/use-my-community.ts';
import type { CommunityForm } from './community-form.ts';
import styles from './wizard.module.css';

interface Props {
  form: CommunityForm;
  onChange: (part: Partial<CommunityForm>) => void;
}

export function VisibilityStep({ form, onChange }: Props) {
  const { t } = useTranslation(['community', 'community-wizard']);
  return (
    <>
      <VisibilityChoice value={form.visibility} onChange={(visibility) => onChange({ visibility })} />
      <p className={styles.accept}>
        {t('community-wizard:accept')}{' '}
        <LocalisedLink to="/community/code-of-conduct" target="_blank">
          {t('texts.code.title')}
        </LocalisedLink>{' '}
        {t('community-wizard:accept.and')}{' '}
        <LocalisedLink to="/community/rules" target="_blank">
          {t('texts.rules.title')}
        </LocalisedLink>
        .
      </p>
    </>
  );
}

interface ChoiceProps {
  value: Visibility;
  onChange: (value: Visibility) => void;
  /**
   * The current visibility of an existing community, which can always be chosen. It is undefined for a new community.
   */
  present?: Visibility;
}

/**
 * The choice of who may read the community. Choices that the founder's subscription plan does not include are disabled
 * from the start, before the founder fills in the rest of the form.
 */
export function VisibilityChoice({ value, onChange, present }: ChoiceProps) {
  const { t } = useTranslation(['community', 'community-wizard']);
  const mine = useMyCommunity();
  const id = useId();
  const isClosed = (one: Visibility) => mine !== undefined && one !== present && !mine.visibilities.includes(one);
  return (
    <Stack as="fieldset" gap={12}>
      <legend className="visually-hidden">{t('edit.visibility')}</legend>
      {Visibilities.map((one) => (
        <div key={one}>
          <label className={styles.choice}>
            <input
              type="radio"
              name="visibility"
              aria-describedby={isClosed(one) ? `${id}-${one} ${id}-${one}-needs` : `${id}-${one}`}
              checked={one === value}
              disabled={isClosed(one)}
              onChange={() => onChange(one)}
            />
            <span className={styles.choiceName}>
              {t(present ? `visibility.${one}` : `community-wizard:visibility.${one}`)}
              <span className={styles.choiceText} id={`${id}-${one}`}>
                {t(`community-wizard:visibility.${one}.text`)}
              </span>
            </span>
          </label>
          {isClosed(one) && one !== 'open' && <Needs id={`${id}-${one}-needs`} visibility={one} />}
        </div>
      ))}
    </Stack>
  );
}

/**
 * Names the subscription plan that includes this visibility. The page of the plans opens in a new tab, so that typed
 * text is not lost.
 */
function Needs({ id, visibility }: { id: string; visibility: Exclude<Visibility, 'open'> }) {
  const { t } = useTranslation(['community', 'community-wizard']);
  return (
    <p className={styles.needs}>
      <span id={id}>{t(`community-wizard:visibility.${visibility}.needs`)}</span>{' '}
      <LocalisedLink to="/pricing" target="_blank">
        {t('community-wizard:visibility.plans')}
      </LocalisedLink>
    </p>
  );
}
