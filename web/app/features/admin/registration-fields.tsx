import { useTranslation } from 'react-i18next';
import { TextField } from '#web/ui/text-field.tsx';

export const emptyRegistration = { speciality: '', registration_number: '', registration_body: '' };
export type Registration = typeof emptyRegistration;
const fields = [
  ['speciality', 120],
  ['registration_body', 120],
  ['registration_number', 60],
] as const;

export const isComplete = (registration: Registration): boolean =>
  fields.every(([field]) => registration[field].trim() !== '');

interface Props {
  value: Registration;
  isTried: boolean;
  onChange: (value: Registration) => void;
}

/** What somebody is registered as who becomes a practitioner; whether it is true is verified afterwards. */
export function RegistrationFields({ value, isTried, onChange }: Props) {
  const { t } = useTranslation('admin');
  return (
    <>
      {fields.map(([field, max]) => (
        <TextField
          key={field}
          label={t(`user.${field}`)}
          hint={field === 'registration_number' && t('user.registration.hint')}
          maxLength={max}
          value={value[field]}
          error={isTried && !value[field].trim() && t('user.registration.missing')}
          onChange={(event) => onChange({ ...value, [field]: event.target.value })}
        />
      ))}
    </>
  );
}
