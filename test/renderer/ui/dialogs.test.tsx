// Keyboard focus while dialogs follow each other, and after the last one has closed; and the Enter key before a form is ready.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { useFocusReturn } from '#ui/focus/focusReturn';
import { returnFocusTo } from '#ui/focus/lostFocus';
import { ConfirmDialog, Dialog } from '#ui/overlays/Dialog';
import { FormDialog } from '#ui/overlays/FormDialog';
import { IconButton } from '#ui/controls/IconButton';
import { MenuButton } from '#ui/overlays/Menu';
import { Segmented } from '#ui/controls/Segmented';
import { TextField } from '#ui/controls/TextField';
import { X } from 'lucide-react';

const words = { confirmLabel: 'Yes', cancelLabel: 'No' } as const;

type Step = 'meaning' | 'password' | null;

interface TwoStepsProps {
  /** Receives the focused element before the second dialog is painted. */
  readonly onStep?: (step: Step, focus: Element | null) => void;
}

function TwoSteps({ onStep = () => undefined }: TwoStepsProps): ReactNode {
  const [step, go] = useState<Step>(null);
  useLayoutEffect(() => {
    onStep(step, document.activeElement);
  }, [step, onStep]);
  const close = (): void => go(null);
  return (
    <>
      <button type="button" onClick={() => go('meaning')}>
        Open
      </button>
      {step === 'meaning' && (
        <ConfirmDialog
          title="Meaning"
          isOpen
          onClose={close}
          onConfirm={() => go('password')}
          {...words}
        >
          What it means
        </ConfirmDialog>
      )}
      {step === 'password' && (
        <FormDialog
          title="Last question"
          pending={false}
          complete
          onConfirm={close}
          onClose={close}
          fields={<TextField label="Password" autoFocus />}
          {...words}
        />
      )}
    </>
  );
}

const opener = (): HTMLElement => screen.getByRole('button', { name: 'Open' });

test('a dialog that follows another has the focus before it is painted, then its field has it', async () => {
  const seen = new Map<Step, Element | null>();
  render(<TwoSteps onStep={(step, focus) => void seen.set(step, focus)} />);
  opener().focus();
  fireEvent.click(opener());
  const first = await screen.findByRole('alertdialog', { name: 'Meaning' });
  fireEvent.click(within(first).getByRole('button', { name: 'Yes' }));
  const second = await screen.findByRole('dialog', { name: 'Last question' });
  expect(second.contains(seen.get('password') ?? null)).toBe(true);
  const field = screen.getByLabelText('Password');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('when the second of two dialogs closes, the focus is where the first was opened', async () => {
  render(<TwoSteps />);
  opener().focus();
  fireEvent.click(opener());
  const first = await screen.findByRole('alertdialog', { name: 'Meaning' });
  fireEvent.click(within(first).getByRole('button', { name: 'Yes' }));
  await screen.findByRole('dialog', { name: 'Last question' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener()));
});

function FromMenu(): ReactNode {
  const [open, setOpen] = useState(false);
  const [part, setPart] = useState('one');
  return (
    <>
      <MenuButton
        label="More"
        entries={[{ id: 'settings', label: 'Settings', onAction: () => setOpen(true) }]}
      >
        <IconButton label="More" icon={X} />
      </MenuButton>
      <Dialog title="Settings of it" isOpen={open} onClose={() => setOpen(false)} steady>
        <Segmented
          label="Parts"
          value={part}
          onChange={setPart}
          options={[
            { id: 'one', label: 'One' },
            { id: 'two', label: 'Two' },
          ]}
        />
      </Dialog>
    </>
  );
}

test('a dialog with tabs that a menu opened begins at its tab, and gives the focus back to the button of the menu', async () => {
  render(<FromMenu />);
  const more = screen.getByRole('button', { name: 'More' });
  more.focus();
  fireEvent.click(more);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Settings' }));
  await screen.findByRole('dialog', { name: 'Settings of it' });
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'One' })),
  );
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(more));
});

interface UnsettledProps {
  readonly unsettled: boolean;
  readonly onConfirm: () => void;
}

const Unsettled = (props: UnsettledProps): ReactNode => (
  <FormDialog
    title="Proof"
    pending={false}
    complete
    onClose={() => undefined}
    fields={<TextField label="Password" />}
    {...props}
    {...words}
  />
);

test('what is confirmed before it is known how it is proven goes once it is, once', async () => {
  const onConfirm = jest.fn();
  const { rerender } = render(<Unsettled unsettled onConfirm={onConfirm} />);
  const form = (await screen.findByLabelText('Password')).closest('form');
  if (form === null) throw new Error('no form');
  fireEvent.submit(form);
  fireEvent.submit(form);
  expect(onConfirm).not.toHaveBeenCalled();
  rerender(<Unsettled unsettled={false} onConfirm={onConfirm} />);
  await waitFor(() => expect(onConfirm).toHaveBeenCalledTimes(1));
});

/** Two frames of the window, and what follows them. */
const frames = (): Promise<void> =>
  act(async () => {
    for (let turn = 0; turn < 3; turn += 1)
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
  });

function Leaves(): ReactNode {
  useFocusReturn();
  return <button type="button">Inside</button>;
}

const Places = ({ open }: { readonly open: boolean }): ReactNode => (
  <>
    {['Before', 'Named', 'Elsewhere'].map((name) => (
      <button key={name} type="button">
        {name}
      </button>
    ))}
    {open && <Leaves />}
  </>
);

describe('where an act leads when it closes something', () => {
  const at = (name: string): HTMLElement => screen.getByRole('button', { name });
  const focused = (): string | null | undefined => document.activeElement?.textContent;

  test('has the focus then', async () => {
    const { rerender } = render(<Places open />);
    at('Before').focus();
    at('Inside').focus();
    returnFocusTo(at('Named'));
    rerender(<Places open={false} />);
    await frames();
    expect(focused()).toBe('Named');
  });

  test('does not have it where something else has taken it', async () => {
    const { rerender } = render(<Places open />);
    at('Inside').focus();
    returnFocusTo(at('Named'));
    at('Elsewhere').focus();
    rerender(<Places open={false} />);
    await frames();
    expect(focused()).toBe('Elsewhere');
  });

  test('does not have it of what closes later, by another act', async () => {
    const { rerender } = render(<Places open />);
    at('Before').focus();
    returnFocusTo(at('Named'));
    await frames();
    at('Inside').focus();
    rerender(<Places open={false} />);
    await frames();
    expect(focused()).toBe('Before');
  });
});
