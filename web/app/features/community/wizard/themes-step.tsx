import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ThemeCatalogue, type ThemeGroup } from '#contract/community/themes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useThemes } from '../parts/theme-name.ts';
import styles from './wizard.module.css';

interface Props {
  themes: readonly string[];
  onChange: (themes: string[]) => void;
}

const groups = Object.entries(ThemeCatalogue) as [ThemeGroup, readonly string[]][];

/** The step with the themes. There are seven groups, and the founder may choose any number. */
export function ThemesStep({ themes, onChange }: Props) {
  const { t } = useTranslation('community');
  const { nameOf } = useThemes();
  const toggle = (theme: string) =>
    onChange(themes.includes(theme) ? themes.filter((one) => one !== theme) : [...themes, theme]);
  return (
    <>
      {groups.map(([group, items]) => (
        <section key={group} className={styles.group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{t(`themes.${group}`)}</h2>
          <div className={styles.pick}>
            {items.map((theme) => (
              <button key={theme} type="button" aria-pressed={themes.includes(theme)} onClick={() => toggle(theme)}>
                {themes.includes(theme) && <Icon as={Check} size="s" />}
                {nameOf(theme)}
              </button>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
