// Times of the day by twelve hours, chosen in the settings: everywhere in the account, and in fields.
import './jsdom';
import { useState, type ReactNode } from 'react';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { ClockProvider } from '../../renderer/app/clock';
import { AppearanceSettings } from '../../renderer/features/settings/AppearanceSettings';
import { TimeField } from '../../renderer/ui/controls/TimeField';
import { formatShort } from '../../renderer/ui/text/shortTime';
import { clockTime, formatClock, formatTime, withTwelveHours } from '../../renderer/ui/text/time';
import { AccountWindow } from '../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../gallery/fakes/fakeEngine';

const twelve = withTwelveHours('en-US');

test('a time is written by 24 hours, or by twelve, and read in both forms', () => {
  const at = new Date(2026, 4, 3, 16, 5).getTime();
  expect(formatTime(at, 'en-US')).toBe('16:05');
  expect(formatTime(at, twelve)).toMatch(/^4:05\sPM$/);
  // Beside a message there is no room for the half of the day, which stands above it.
  expect([formatShort(at, 'en-US'), formatShort(at, twelve)]).toEqual(['16:05', '4:05']);
  expect(formatClock('00:30', twelve)).toMatch(/^12:30\sAM$/);
  expect(formatClock('', twelve)).toBe('');
  const read = ['9', '930', '21.30', '9:30 pm', '12am', '12 p.m.', '13 pm', '0 am', '25', 'noon'];
  expect(read.map(clockTime)).toEqual([
    ...['09:00', '09:30', '21:30', '21:30', '00:00', '12:00', null, null, null, null],
  ]);
  expect(clockTime(formatClock('16:05', twelve))).toBe('16:05');
});

test('the choice changes the times that stand there, and is kept', async () => {
  const engine = createFakeEngine(exampleWorld());
  render(
    <AccountWindow engine={engine}>
      <ClockProvider>
        <AppearanceSettings />
      </ClockProvider>
    </AccountWindow>,
  );
  await screen.findByText(/for example .?16:30/u);
  const choice = screen.getByRole('radiogroup', { name: 'Time' });
  fireEvent.click(within(choice).getByRole('radio', { name: '12 hours' }));
  await screen.findByText(/for example .?4:30\sPM/u);
  expect(engine.world.settings['clock']).toBe('12');
});

function Field(): ReactNode {
  const [time, setTime] = useState('09:00');
  return (
    <TimeField
      label="At"
      language="en-GB"
      value={time}
      noTime={(example) => `Write a time, for example ${example}.`}
      onChange={setTime}
    />
  );
}

test('a time that cannot be read is told at its field, one that is not whole yet when the field is left', () => {
  render(<Field />);
  const field = screen.getByLabelText('At');
  const told = (text: string): boolean => {
    fireEvent.change(field, { target: { value: text } });
    return screen.queryByText('Write a time, for example 09:30.') !== null;
  };
  expect(['half six', '25:00', '9:70', '9', '9:', '9:3', '9:30 p', ''].map(told)).toEqual([
    ...[true, true, true, false, false, false, false, false],
  ]);
  fireEvent.change(field, { target: { value: '9:' } });
  fireEvent.blur(field);
  screen.getByText('Write a time, for example 09:30.');
});
