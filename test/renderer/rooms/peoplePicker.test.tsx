// The picker offers nobody twice.
import '../jsdom';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { PeoplePicker } from '../../../renderer/features/people';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';

function Picker() {
  const [picked, setPicked] = useState<readonly Person[]>([]);
  return <PeoplePicker label="People" picked={picked} onChange={setPicked} />;
}

test('a person who is picked already is not offered again', async () => {
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <Picker />
    </AccountWindow>,
  );
  const field = await screen.findByLabelText('People');
  fireEvent.change(field, { target: { value: 'odile' } });
  fireEvent.click(await screen.findByRole('option', { name: /^Odile/ }));
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  fireEvent.change(field, { target: { value: 'o' } });
  await screen.findAllByRole('option');
  expect(screen.queryByRole('option', { name: /^Odile/ })).toBeNull();
});
