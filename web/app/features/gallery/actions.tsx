import { Camera, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import { Toast } from '#web/ui/toaster.tsx';
import { Specimen } from './specimen.tsx';

export function Actions() {
  return (
    <>
      <Buttons />
      <MenuAndDialog />
      <Toasts />
    </>
  );
}

function Buttons() {
  return (
    <Specimen name="Buttons">
      <Row gap={16} rowGap={12} align="center" wrap>
        <Button variant="primary">Take today’s photo</Button>
        <Button variant="primary" disabled>
          Disabled
        </Button>
        <Button variant="primary" busy busyLabel="Submitting...">
          Take today’s photo
        </Button>
        <Button variant="primary" size="l">
          <Icon as={Camera} />
          Large
        </Button>
      </Row>
      <Row gap={16} rowGap={12} align="center" wrap>
        <Button variant="ink">Pay €320</Button>
        <Button>Our Plans</Button>
        <Button variant="quiet">Details</Button>
        <Button variant="danger">Delete photo</Button>
        <Button disabled>Disabled</Button>
        <Button busy>Busy without words</Button>
      </Row>
      <Row gap={16} rowGap={12} align="center" wrap>
        <Button size="s">
          <Icon as={Plus} size="s" />
          Small
        </Button>
        <Button size="xs">Extra small</Button>
        <LinkButton to="/_gallery" size="s">
          A link
        </LinkButton>
        <IconButton icon={X} label="Close" />
        <IconButton icon={Camera} label="Camera" size="s" aria-pressed />
        <IconButton icon={Camera} label="Camera, not available" disabled />
      </Row>
    </Specimen>
  );
}

function MenuAndDialog() {
  return (
    <Specimen name="Menu, dialog">
      <Row gap={16} rowGap={12} align="center" wrap>
        <Menu
          label="Claire, account menu"
          trigger="Claire"
          entries={[
            { key: 'a', label: 'Account', icon: Camera, onSelect: () => {} },
            { key: 'b', label: 'Not available', disabled: true, onSelect: () => {} },
            { key: 'c', label: 'Delete', danger: true, onSelect: () => {} },
          ]}
        />
        <DialogSpecimen />
      </Row>
    </Specimen>
  );
}

function Toasts() {
  return (
    <Specimen name="Toasts">
      <ol>
        <Toast message={{ id: -1, kind: 'success', title: 'Success', text: 'Appointment request sent.' }} />
        <Toast
          message={{
            id: -2,
            kind: 'error',
            title: 'The photo could not be sent.',
            text: 'It is kept on this device.',
            action: { label: 'Try again', run: () => {} },
          }}
        />
        <Toast message={{ id: -3, kind: 'info', title: 'A newer version is ready.' }} />
      </ol>
      <Row gap={16} rowGap={12} align="center" wrap>
        <Button size="s" onClick={() => toast({ kind: 'success', title: 'Saved', text: 'Leaves after four seconds.' })}>
          Show a success
        </Button>
        <Button
          size="s"
          onClick={() => toast({ kind: 'error', title: 'Not saved', text: 'Stays until it is closed.' })}
        >
          Show an error
        </Button>
      </Row>
    </Specimen>
  );
}

function DialogSpecimen() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      <Dialog
        isOpen={open}
        onClose={() => setOpen(false)}
        size="s"
        title="You’re all set"
        lead="Your photos and answers are saved. Confirm your email, then sign in."
        footer={
          <>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              Close
            </Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              Sign in
            </Button>
          </>
        }
      />
    </>
  );
}
