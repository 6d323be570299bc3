import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CommunityLimits } from '#contract/community/terms.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import styles from './wizard.module.css';

interface Props {
  rules: readonly string[];
  onChange: (rules: string[]) => void;
}

/** The fields for a community's own rules, one per rule. Empty rules are removed when the form is saved. */
export function RulesField({ rules, onChange }: Props) {
  const { t } = useTranslation('community');
  return (
    <Stack as="fieldset" gap={24}>
      <legend className={styles.legend}>{t('channel.rules')}</legend>
      {rules.map((rule, index) => (
        <Row key={index} gap={8} align="start" className={styles.rule}>
          <input
            className="input"
            aria-label={t('edit.rule', { number: index + 1 })}
            maxLength={CommunityLimits.rule_max}
            value={rule}
            onChange={(event) => onChange(rules.with(index, event.target.value))}
          />
          <IconButton
            icon={Trash2}
            label={t('edit.rule.remove', { number: index + 1 })}
            onClick={() => onChange(rules.toSpliced(index, 1))}
          />
        </Row>
      ))}
      {rules.length < CommunityLimits.rules_max && (
        <div>
          <Button size="xs" onClick={() => onChange([...rules, ''])}>
            <Icon as={Plus} size="s" />
            {t('edit.rule.add')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
