import { useTranslation } from 'react-i18next';
import { type Profession, Professions } from '#contract/base.ts';
import { isNumberWrong } from '#contract/registration.ts';
import { Specialities, type Speciality } from '#contract/directory.ts';
import { useTermNames } from '#web/lib/term-names.ts';
import { Select, TextField } from '#web/ui/text-field.tsx';

export const emptyRegistration = {
  profession: 'doctor' as Profession,
  speciality: 'aesthetic_medicine' as Speciality,
  registration_number: '',
  registration_body: '',
};
export type Registration = typeof emptyRegistration;
const fields = [
  ['registration_body', 120],
  ['registration_number', 60],
] as const;

export const isComplete = (registration: Registration): boolean =>
  fields.every(([field]) => registration[field].trim() !== '') && !isNumberWrong(registration);

interface Props {
  value: Registration;
  isTried: boolean;
  onChange: (value: Registration) => void;
}

/**
 * The fields for a practitioner's registration. If an account gets a registration, it becomes a practitioner's account.
 * An administrator checks the registration afterwards.
 */
export function RegistrationFields({ value, isTried, onChange }: Props) {
  const { t } = useTranslation(['admin', 'identity']);
  const { speciality } = useTermNames();
  const faultOf = (field: (typeof fields)[number][0], registration: Registration) => {
    if (!registration[field].trim()) return t('user.registration.missing');
    return field === 'registration_number' && isNumberWrong(registration) && t('user.registration.malformed');
  };
  return (
    <>
      <Select
        label={t('identity:admin.profession')}
        value={value.profession}
        onChange={(event) => onChange({ ...value, profession: event.target.value as Profession })}
      >
        {Professions.map((code) => (
          <option key={code} value={code}>
            {t(`identity:admin.profession.${code}`)}
          </option>
        ))}
      </Select>
      <Select
        label={t('user.speciality')}
        value={value.speciality}
        onChange={(event) => onChange({ ...value, speciality: event.target.value as Speciality })}
      >
        {Specialities.map((code) => (
          <option key={code} value={code}>
            {speciality(code)}
          </option>
        ))}
      </Select>
      {fields.map(([field, max]) => (
        <TextField
          key={field}
          label={t(`user.${field}`)}
          hint={field === 'registration_number' && t('user.registration.hint')}
          maxLength={max}
          value={value[field]}
          error={isTried && faultOf(field, value)}
          onChange={(event) => onChange({ ...value, [field]: event.target.value })}
        />
      ))}
    </>
  );
}
