import { useState } from 'react';
import { Checkbox, Switch } from '#web/ui/checkbox.tsx';
import { ChipGroup, ChoiceGroup } from '#web/ui/chip-group.tsx';
import { Grid, Row } from '#web/ui/layout.tsx';
import { RangeSlider } from '#web/ui/range-slider.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { PasswordField, Select, TextArea, TextField } from '#web/ui/text-field.tsx';
import { Specimen } from './specimen.tsx';

const areas = ['Forehead', 'Eyes', 'Cheekbones', 'Lips', 'Chin'].map((label) => ({ value: label, label }));

export function Inputs() {
  return (
    <>
      <Fields />
      <Choices />
      <Ranges />
    </>
  );
}

function Fields() {
  return (
    <Specimen name="Fields">
      <Grid min={220} gap={24} align="start">
        <TextField label="First name" hint="As your doctor should address you." defaultValue="Claire" />
        <TextField label="Email" type="email" placeholder="you@example.org" />
        <TextField label="City" optional disabled defaultValue="Paris" />
        <PasswordField label="Password" defaultValue="secret words" />
        <PasswordField label="Confirm password" error="Passwords do not match." defaultValue="secret" />
        <Select label="Language" defaultValue="fr">
          <option value="en">English</option>
          <option value="fr">Français</option>
        </Select>
        <TextArea label="Note" optional hint="Your doctor reads this first." />
      </Grid>
    </Specimen>
  );
}

function Choices() {
  const [chosen, setChosen] = useState(['Forehead', 'Lips']);
  const [level, setLevel] = useState<string | undefined>('Eyes');
  const [cycle, setCycle] = useState<'monthly' | 'annual'>('monthly');
  return (
    <Specimen name="Choices">
      <ChipGroup legend="Areas, three at most" choices={areas} value={chosen} onChange={setChosen} max={3} />
      <ChoiceGroup legend="One answer, with letters" letters choices={areas} value={level} onChange={setLevel} />
      <Row gap={16} rowGap={12} align="center" wrap>
        <SegmentedControl
          label="Billing"
          value={cycle}
          onChange={setCycle}
          options={[
            { value: 'monthly', label: 'Monthly' },
            { value: 'annual', label: 'Annual -15%' },
          ]}
        />
        <Switch label="Private" defaultChecked />
        <Switch label="Public" />
      </Row>
      <Grid min={220} gap={24} align="start">
        <Checkbox label="I agree to create an account." defaultChecked />
        <Checkbox label="I agree to the processing of my data." error="Your consent is needed to go on." />
        <Checkbox label="Not available" disabled />
      </Grid>
    </Specimen>
  );
}

function Ranges() {
  const [dose, setDose] = useState(0.6);
  return (
    <Specimen name="Range">
      <Grid min={220} gap={24} align="start">
        <RangeSlider
          label="Upper lip"
          text={`${dose.toFixed(2)} mL`}
          value={dose}
          min={0}
          max={1}
          step={0.05}
          onChange={setDose}
          band={{ from: 0.3, to: 0.7 }}
        />
        <RangeSlider
          label="Disabled"
          text="0.20 mL"
          value={0.2}
          min={0}
          max={1}
          step={0.05}
          onChange={() => {}}
          disabled
        />
      </Grid>
    </Specimen>
  );
}
