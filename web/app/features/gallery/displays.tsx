import linesUrl from '#web/ui/face/face-lines.svg';
import meshUrl from '#web/ui/face/face-mesh.svg';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CompareSlider } from '#web/ui/compare-slider.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { Grid, Row } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { ScoreRing } from '#web/ui/score-ring.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { StatusBadge, type StatusTone } from '#web/ui/status-badge.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { Table } from '#web/ui/table.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { Specimen } from './specimen.tsx';

const tones: [StatusTone, string][] = [
  ['pending', 'Pending'],
  ['progress', 'In progress'],
  ['awaiting', 'Awaiting payment'],
  ['confirmed', 'Confirmed'],
  ['cancelled', 'Cancelled'],
  ['done', 'Done'],
  ['calm', 'Signed'],
  ['plain', 'Locked'],
];
const hour_ms = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour_ms).toISOString();

export function Displays() {
  return (
    <>
      <StatusAndProgress />
      <ListStates />
      <Scores />
      <BeforeAndAfter />
      <TabsAndTable />
      <Faces />
    </>
  );
}

function StatusAndProgress() {
  return (
    <Specimen name="Status, progress">
      <Row gap={16} rowGap={12} align="center" wrap>
        {tones.map(([tone, word]) => (
          <StatusBadge key={tone} tone={tone}>
            {word}
          </StatusBadge>
        ))}
      </Row>
      <ProgressBar label="Questionnaire" value={4} max={7} />
      <ProgressBar label="Photos of the month" value={12} max={30} tone="calm" />
      <Stepper
        label="Your simulation"
        current={2}
        steps={[
          { title: 'Photos received', note: 'Fri 14:20' },
          { title: 'Quality checked', note: 'Fri 14:21' },
          { title: 'Dr Moreau', note: 'since Fri 18:05' },
          { title: 'Published', note: 'by Sun 14:20' },
        ]}
      />
      <Row gap={16} rowGap={12} align="center" wrap>
        <span className="figure-type h2">
          <Countdown until={inHours(31.2)} />
        </span>
        <Countdown until={inHours(140)} />
        <Countdown until={inHours(0.4)} />
        <Countdown until={inHours(-1)} />
        <Spinner />
      </Row>
    </Specimen>
  );
}

function ListStates() {
  return (
    <Specimen name="Four states of a list">
      <Grid min={220} gap={24} align="start">
        <Card title="Appointments" aria-busy>
          <SkeletonRows />
        </Card>
        <Card title="Appointments">
          <EmptyState
            title="None yet"
            text="Ask for one here or in another country."
            action={<Button size="s">Request</Button>}
          />
        </Card>
        <Card title="Appointments">
          <ErrorState onRetry={() => {}} />
        </Card>
        <Card title="Appointments" raised action={<Button size="s">Request</Button>}>
          <StatusBadge tone="confirmed">Confirmed</StatusBadge>
        </Card>
      </Grid>
      <Skeleton shape="circle" />
      <Skeleton shape="block" width="half" />
    </Specimen>
  );
}

function Scores() {
  return (
    <Specimen name="Score">
      <Row gap={16} rowGap={12} align="center" wrap>
        <ScoreRing name="Skin score" score={74} error={4} />
        <ScoreRing name="Skin score" score={3} error={5} size="s" />
        <ScoreRing name="Skin score" score={100} error={4} size="s" />
        <ScoreRing name="Skin score" score={null} size="s" />
        <Avatar url="/icon-192.png" className="app-header__avatar">
          A
        </Avatar>
        <Avatar url={null}>
          <span className="app-header__avatar" data-letter="A" aria-hidden="true" />
        </Avatar>
      </Row>
    </Specimen>
  );
}

function BeforeAndAfter() {
  return (
    <Specimen name="Before and after">
      <CompareSlider
        before={{ src: meshUrl, alt: 'Before', date: '12 Oct 2026' }}
        simulation={{ src: linesUrl, alt: 'Simulation', date: '14 Oct 2026' }}
      />
    </Specimen>
  );
}

function TabsAndTable() {
  return (
    <Specimen name="Tabs, table">
      <Tabs
        label="Account"
        tabs={[
          { key: 'security', title: 'Security', content: <p>Passwords and second factor.</p> },
          { key: 'devices', title: 'Devices', content: <p>Where you are signed in.</p> },
        ]}
      />
      <Card>
        <Table caption="Appointments">
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Treatment</th>
              <th scope="col">Status</th>
              <th scope="col">Due</th>
            </tr>
          </thead>
          <tbody>
            <tr aria-selected>
              <td data-label="Date">21 Nov, 07:02</td>
              <td data-label="Treatment">Hyaluronic acid</td>
              <td data-label="Status">
                <StatusBadge tone="awaiting">Awaiting payment</StatusBadge>
              </td>
              <td data-label="Due">21 h 40</td>
            </tr>
            <tr>
              <td data-label="Date">18 Nov, 09:15</td>
              <td data-label="Treatment">Mesotherapy</td>
              <td data-label="Status">
                <StatusBadge tone="pending">Pending</StatusBadge>
              </td>
              <td data-label="Due">–</td>
            </tr>
          </tbody>
        </Table>
      </Card>
    </Specimen>
  );
}

function Faces() {
  return (
    <Specimen name="The face">
      <Row gap={16} rowGap={12} align="center" wrap>
        <FaceDrawing />
        <FaceDrawing drawing="front" />
        <FaceDrawing drawing="right" />
        <FaceDrawing drawing="left" />
      </Row>
    </Specimen>
  );
}
