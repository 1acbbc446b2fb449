// The parts sheet: every primitive in its states, for comparison with the mock's `parts` picture.
import { Bell, Copy, Link, Pencil, Reply, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatusLineView, type Status } from '../../../renderer/features/status';
import { Avatar } from '#ui/marks/Avatar';
import { Badge } from '#ui/marks/Badge';
import { Button } from '#ui/controls/Button';
import { ErrorNote } from '#ui/layout/ErrorNote';
import { IconButton } from '#ui/controls/IconButton';
import { MenuButton } from '#ui/overlays/Menu';
import { Segmented } from '#ui/controls/Segmented';
import { SkeletonRows, Spinner } from '#ui/layout/Spinner';
import { Switch } from '#ui/controls/Switch';
import { TextField } from '#ui/controls/TextField';
import { AccountWindow } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../fakes/fakeEngine';

const engine = createFakeEngine(exampleWorld());
const none = () => undefined;

function Sheet({ children }: { readonly children: ReactNode }) {
  return (
    <AccountWindow engine={engine}>
      <div style={{ height: '100%', overflow: 'auto' }}>
        {/* Up to three columns, as many as the window has room for. */}
        <div style={{ columns: '280px 3', columnGap: 32, padding: 24 }}>{children}</div>
      </div>
    </AccountWindow>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section style={{ breakInside: 'avoid', marginBottom: 24 }}>
      <h2 style={{ font: '600 12px/16px var(--font)', color: 'var(--ink-3)', marginBottom: 12 }}>
        {title}
      </h2>
      <div style={{ display: 'grid', gap: 8, justifyItems: 'start' }}>{children}</div>
    </section>
  );
}

function Line({ children }: { readonly children: ReactNode }) {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
      {children}
    </div>
  );
}

const status = (kind: Status['kind'], more: Partial<Status> = {}): Status => ({
  kind,
  tone: 'warning',
  waiting: 0,
  changes: 0,
  unsent: 0,
  sinceMs: Date.now(),
  action: null,
  ...more,
});

export const parts = {
  render: () => (
    <Sheet>
      <Part title="Buttons">
        <Line>
          <Button variant="primary">Primary</Button>
          <Button>Secondary</Button>
          <Button variant="line">Line</Button>
          <Button variant="text">Quiet</Button>
          <Button variant="danger">Leave Lunch</Button>
          <Button isDisabled>Disabled</Button>
          <Button pending>Pending</Button>
          <Button size="s">Small</Button>
          <IconButton label="Notify" icon={Bell} />
          <IconButton label="Notify" icon={Bell} on />
        </Line>
        <Line>
          <Badge kind="mention" label="Mention" />
          <Badge kind="mention" count={4} label="4 mentions" />
          <Badge kind="count" count={12} label="12" />
          <Badge kind="count" count={240} label="240" />
          <Badge kind="dot" label="Unread" />
        </Line>
        <Line>
          {['Ada', 'Bo Li', '😀 Smile', 'Ünal', 'ليلى', '@mara:x', ''].map((name) => (
            <Avatar key={name} id={`@${name}`} name={name} src={null} />
          ))}
        </Line>
      </Part>
      <Part title="Menu">
        <MenuButton
          label="Message"
          entries={[
            { id: 'reply', label: 'Reply', icon: Reply, shortcut: 'R', onAction: none },
            { id: 'edit', label: 'Edit', icon: Pencil, shortcut: 'E', onAction: none },
            { id: 'copy', label: 'Copy text', icon: Copy, onAction: none },
            { id: 'link', label: 'Copy link', icon: Link, disabled: true, onAction: none },
            { id: 'line', separator: true },
            { id: 'delete', label: 'Delete', icon: Trash2, danger: true, onAction: none },
          ]}
        >
          <Button>Open menu</Button>
        </MenuButton>
      </Part>
      <Part title="Fields">
        <div style={{ width: 300, display: 'grid', gap: 12 }}>
          <TextField label="Empty" value="" onChange={none} placeholder="Empty" />
          <TextField label="With hint" value="text" onChange={none} hint="A hint" />
          <TextField
            label="Server"
            value="fernhil.example"
            onChange={none}
            error="No server answers there. Did you mean fernhill.example?"
          />
          <Switch label="Encrypted" hint="A hint" isSelected onChange={none} />
          <Switch label="Encrypted" isSelected={false} onChange={none} />
          <Segmented
            label="One of"
            value="one"
            onChange={none}
            options={[
              { id: 'one', label: 'One' },
              { id: 'two', label: 'Two' },
              { id: 'three', label: 'Three' },
            ]}
          />
        </div>
      </Part>
      <Part title="Status line">
        <div style={{ width: '100%' }}>
          <StatusLineView status={status('offline', { waiting: 3 })} onAction={none} />
          <StatusLineView status={status('restarting')} onAction={none} />
          <StatusLineView status={status('expired', { action: 'signIn' })} onAction={none} />
          <StatusLineView status={status('locked', { action: 'unlock' })} onAction={none} />
          <StatusLineView status={status('catching_up', { tone: 'quiet' })} onAction={none} />
          <StatusLineView
            status={status('waiting', { tone: 'quiet', waiting: 1 })}
            onAction={none}
          />
        </div>
      </Part>
      <Part title="Waiting and errors">
        <Spinner />
        <div style={{ width: '100%' }}>
          <SkeletonRows count={2} label="Loading" />
        </div>
        <ErrorNote
          text="The server has a problem. Try again later."
          code="server_error"
          detailsLabel="Details"
          copyLabel="Copy"
        />
      </Part>
    </Sheet>
  ),
};
