// Times of the day by twelve hours, chosen in the settings: everywhere in the account, and in fields.
import './jsdom';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { ClockProvider } from '../../renderer/app/clock';
import { AppearanceSettings } from '../../renderer/features/settings/AppearanceSettings';
import { clockTime, formatClock, formatTime, withTwelveHours } from '../../renderer/ui/text/time';
import { AccountWindow } from '../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../gallery/fakes/fakeEngine';

const twelve = withTwelveHours('en-US');

test('a time is written by 24 hours, or by twelve, and read in both forms', () => {
  const at = new Date(2026, 4, 3, 16, 5).getTime();
  expect(formatTime(at, 'en-US')).toBe('16:05');
  expect(formatTime(at, twelve)).toMatch(/^4:05\sPM$/);
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
