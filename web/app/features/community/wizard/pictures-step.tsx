import type { CommunityForm } from './community-form.ts';
import { PictureField } from './picture-field.tsx';
import styles from './wizard.module.css';

interface Props {
  form: CommunityForm;
  onChange: (part: Partial<CommunityForm>) => void;
}

export function PicturesStep({ form, onChange }: Props) {
  return (
    <div className={styles.fields}>
      <PictureField kind="banner" picture={form.banner} onChange={(banner) => onChange({ banner })} />
      <PictureField kind="icon" picture={form.icon} onChange={(icon) => onChange({ icon })} />
    </div>
  );
}
