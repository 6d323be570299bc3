import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { CommunityLimits } from '#contract/community/terms.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './wizard.module.css';
import { focusOnce } from '../parts/focus-once.ts';
import { useThemes } from '../parts/theme-name.ts';

interface Props {
  themes: readonly string[];
  onChange: (themes: string[]) => void;
}

/**
 * Shows the themes as small buttons. When the button '+ Add theme' is pressed, a field for free text replaces this
 * button.
 */
export function ThemeChips({ themes, onChange }: Props) {
  const { t } = useTranslation('community');
  const { nameOf, themeOf } = useThemes();
  const [text, setText] = useState<string>();
  const add = () => {
    const theme = text && themeOf(text.trim());
    setText(undefined);
    if (theme && !themes.some((one) => one.toLocaleLowerCase() === theme.toLocaleLowerCase()))
      onChange([...themes, theme]);
  };
  const opener = useRef<HTMLButtonElement>(null);
  /** Closes the field after Enter or Escape. The focus returns to the button that the field had replaced. */
  const leave = (last: () => void) => {
    flushSync(last);
    opener.current?.focus();
  };
  return (
    <div>
      <p className={styles.legend}>{t('edit.themes')}</p>
      <Row as="ul" gap={8} align="center" wrap>
        {themes.map((theme) => (
          <li key={theme} className={styles.chip}>
            {nameOf(theme)}
            <button
              type="button"
              aria-label={t('edit.theme.remove', { theme: nameOf(theme) })}
              onClick={() => onChange(themes.filter((one) => one !== theme))}
            >
              <Icon as={X} size="s" />
            </button>
          </li>
        ))}
        <li>
          {text === undefined ? (
            <Button size="xs" ref={opener} onClick={() => setText('')}>
              <Icon as={Plus} size="s" />
              {t('edit.theme.add')}
            </Button>
          ) : (
            <input
              className="input"
              ref={focusOnce}
              aria-label={t('edit.theme.label')}
              placeholder={t('edit.theme.label')}
              maxLength={CommunityLimits.theme_max}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onBlur={add}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                if (event.key === 'Escape') leave(() => setText(undefined));
                if (event.key !== 'Enter') return;
                event.preventDefault();
                leave(add);
              }}
            />
          )}
        </li>
      </Row>
    </div>
  );
}
