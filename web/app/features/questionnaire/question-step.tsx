import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ChipGroup, ChoiceGroup } from '#web/ui/chip-group.tsx';
import { FieldNote } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { DraftAnswers } from './draft.ts';
import type { AnswerFaults, FormAction } from './form-state.ts';
import { longestText, mostGoals, type Option, options, type Question } from './options.ts';
import styles from './question-step.module.css';

/** The questions that ask for a text if the person chooses 'other'. */
const others = [
  { question: 'facial_areas', field: 'facial_areas_other' },
  { question: 'avoid_treatments', field: 'avoid_other' },
] as const;

interface Props {
  question: Question;
  answers: DraftAnswers;
  faults: AnswerFaults;
  dispatch: (action: FormAction) => void;
}

/** Shows one question with its answers, the text for 'other', and the reason for the question. */
export function QuestionStep({ question, answers, faults, dispatch }: Props) {
  const { t } = useTranslation('questionnaire');
  const say = useSay();
  const value = answers[question];
  const press = (option: string) => dispatch({ type: 'pressed', question, option });
  const other = others.find((one) => one.question === question);
  const fault = faults[question];
  const otherFault = other && faults[other.field];
  const noteId = `${question}-fault`;
  return (
    <div className={styles.step} data-question={question} aria-describedby={fault ? noteId : undefined}>
      <p className="lead">
        {say(`${question}.lead`)}
        {question === 'main_goals' && answers.main_goals.length > 0 && (
          <span className={styles.count}> {t('main_goals.count', { chosen: answers.main_goals.length })}</span>
        )}
      </p>
      <div className={question === 'facial_areas' ? styles.flow : styles.column}>
        <Choices question={question} value={value} onPress={press} />
      </div>
      {fault && (
        <div className={styles.fault}>
          <FieldNote id={noteId} error={t(`error.${fault}`)} />
        </div>
      )}
      {Array.isArray(value) && (value as string[]).includes('other') && other && (
        <div className={styles.other}>
          <TextField
            label={t(`${other.question}.other.label`)}
            value={answers[other.field]}
            maxLength={longestText}
            error={otherFault && t(`error.${otherFault}`)}
            onChange={(event) => dispatch({ type: 'wrote', field: other.field, text: event.target.value })}
          />
        </div>
      )}
      <Row as="p" gap={12} className={styles.why}>
        <Icon as={Eye} />
        <span>
          <b>{t('why')}</b> {say(`${question}.why`)}
        </span>
      </Row>
    </div>
  );
}

interface ChoicesProps {
  question: Question;
  value: DraftAnswers[Question];
  onPress: (option: string) => void;
}

/** The choices of a question. Some questions allow one answer, and some allow several. */
function Choices({ question, value, onPress }: ChoicesProps) {
  const say = useSay();
  const legend = say(`${question}.title`);
  const choices = options[question].map((option) => ({ value: option as Option, label: say(`${question}.${option}`) }));
  if (!Array.isArray(value)) {
    return (
      <ChoiceGroup
        legend={legend}
        hideLegend
        letters={question !== 'knowledge_level'}
        choices={choices}
        value={(value as Option) || undefined}
        onChange={onPress}
      />
    );
  }
  return (
    <ChipGroup
      legend={legend}
      hideLegend
      letters
      choices={choices}
      value={value as Option[]}
      max={question === 'main_goals' ? mostGoals : undefined}
      onChange={(list) => onPress(changedOption(value, list))}
    />
  );
}

/**
 * Returns a translation function for keys that contain the name of a question. TypeScript cannot check these keys.
 * Instead, a test compares the keys with the options.
 */
function useSay() {
  const { t } = useTranslation('questionnaire');
  return t as unknown as (key: string) => string;
}

/**
 * Returns the option that the person pressed. The buttons return the whole list of chosen options, but the rules need
 * the pressed option.
 */
function changedOption(before: readonly string[], after: readonly string[]): string {
  return after.find((option) => !before.includes(option)) ?? before.find((option) => !after.includes(option)) ?? '';
}
