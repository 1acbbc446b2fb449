// A client of the plain SDK with a store in memory: joins what it is invited to and reports each file message as it can read it.
const sdk = import('matrix-js-sdk');
let client;

function report(event) {
  if (event.getRoomId() === undefined || event.isState() || event.isSending()) return;
  if (event.getType() !== 'm.room.message' || event.isDecryptionFailure()) return;
  const { body, file } = event.getContent();
  process.send({ file: { eventId: event.getId(), roomId: event.getRoomId(), body, file } });
}

async function start({ account, baseUrl }) {
  const { createClient, MatrixEventEvent, RoomEvent, RoomMemberEvent } = await sdk;
  client = createClient({ baseUrl, ...account });
  await client.initRustCrypto({ useIndexedDB: false });
  client.on(RoomEvent.Timeline, report);
  client.on(MatrixEventEvent.Decrypted, report);
  const invited = (roomId) => client.joinRoom(roomId).catch(() => undefined);
  client.on(RoomMemberEvent.Membership, (event, member) => {
    if (member.userId === client.getUserId() && member.membership === 'invite')
      invited(event.getRoomId());
  });
  const prepared = new Promise((resolve) => {
    client.on('sync', (state) => state === 'PREPARED' && resolve());
  });
  await client.startClient({ initialSyncLimit: 1000 });
  await prepared;
  // Room keys go to signed devices only.
  await client
    .getCrypto()
    .bootstrapCrossSigning({ authUploadDeviceSigningKeys: (request) => request(null) });
  process.send({ ready: true });
}

process.on('message', (input) => {
  start(input).catch((error) => process.send({ failure: String(error) }));
});
process.on('disconnect', () => process.exit(0));
