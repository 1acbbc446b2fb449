// A client of the plain SDK with a store in memory: the witness. Reports each message of its rooms as it can read it.

const sdk = import('matrix-js-sdk');
let client;

function report(event) {
  if (event.getRoomId() === undefined || event.isState() || event.isSending()) return;
  if (event.getId()?.startsWith('~')) return;
  const isMessage = event.getType() === 'm.room.message';
  // Encrypted, and the first try has not come to an end.
  if (!isMessage && !event.isDecryptionFailure()) return;
  process.send({
    event: {
      eventId: event.getId(),
      roomId: event.getRoomId(),
      sender: event.getSender(),
      body: isMessage && !event.isDecryptionFailure() ? event.getContent().body : null,
      encrypted: event.isEncrypted(),
    },
  });
}

const acts = {
  async start({ account, baseUrl }) {
    const { createClient, MatrixEventEvent, RoomEvent } = await sdk;
    client = createClient({ baseUrl, ...account });
    await client.initRustCrypto({ useIndexedDB: false });
    client.on(RoomEvent.Timeline, report);
    client.on(MatrixEventEvent.Decrypted, report);
    const prepared = new Promise((resolve) => {
      client.on('sync', (state) => state === 'PREPARED' && resolve());
    });
    await client.startClient({ initialSyncLimit: 1000 });
    await prepared;
    // Room keys go to signed devices only.
    await client
      .getCrypto()
      .bootstrapCrossSigning({ authUploadDeviceSigningKeys: (request) => request(null) });
  },
  async join({ roomId }) {
    await client.joinRoom(roomId);
  },
  async send({ roomId, text }) {
    const { event_id: eventId } = await client.sendTextMessage(roomId, text);
    return eventId;
  },
};

process.on('message', async ({ id, act, input }) => {
  try {
    process.send({ id, answer: (await acts[act](input)) ?? null });
  } catch (error) {
    process.send({ id, failure: String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
