// Reports to the administrators, as a real server takes them.
import { reportMessage, reportRoom } from '#engine/messageActs/report';
import { on } from '../../faults/faultProxy';
import { failureOf } from '../http/kit';
import { newRoom, openRooms, type RoomsStage } from '../rooms/kit';

let stage: RoomsStage;
beforeAll(async () => {
  stage = await openRooms();
}, 120_000);
afterEach(() => stage.proxy.rules.clear());
afterAll(() => stage?.close());

test('CHAT-7.36 a message is reported with score and reason, a room with a reason', async () => {
  const { alice } = stage;
  const roomId = await alice.acts.create(newRoom({ name: 'Spam' }));
  const eventId = await alice.direct.send(roomId, 'buy this');
  await reportMessage(alice.http, roomId, eventId, 'advertising');
  await reportRoom(alice.http, roomId, 'all of it');
  expect(alice.recorded.bodies('/report')).toEqual([
    { score: -100, reason: 'advertising' },
    { reason: 'all of it' },
  ]);
  expect(await failureOf(reportMessage(alice.http, roomId, '$nothing', 'x'))).toMatchObject({
    code: 'not_found',
  });
  stage.proxy.rules.add({
    match: on('POST', '/report'),
    status: 404,
    body: { errcode: 'M_UNRECOGNIZED', error: 'Unrecognized request' },
  });
  expect(await failureOf(reportRoom(alice.http, roomId, 'x'))).toMatchObject({
    code: 'unsupported_server',
  });
});
