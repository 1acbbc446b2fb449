// WebRTC that stands still until a test moves it: devices, streams, peer connections. The descriptions are small but real SDP, so that what
// the call classes write into them can be read.

export class FakeTrack extends EventTarget {
  readonly id = `track${Math.random().toString(36).slice(2)}`;
  enabled = true;
  readyState = 'live';
  readonly label = '';
  readonly muted = false;
  readonly getConstraints = () => ({});
  constructor(readonly kind: 'audio' | 'video') {
    super();
  }
  getSettings = () => ({ deviceId: `${this.kind}-device` });
  stop(): void {
    this.readyState = 'ended';
  }
  clone = () => new FakeTrack(this.kind);
}

export class FakeStream extends EventTarget {
  readonly active = true;
  constructor(
    readonly tracks: FakeTrack[] = [],
    readonly id = `stream${Math.random().toString(36).slice(2)}`,
  ) {
    super();
  }
  getTracks = () => [...this.tracks];
  getAudioTracks = () => this.tracks.filter(({ kind }) => kind === 'audio');
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video');
  getTrackById = (id: string) => this.tracks.find((track) => track.id === id) ?? null;
  addTrack = (track: FakeTrack) => void this.tracks.push(track);
  removeTrack = (track: FakeTrack) => void this.tracks.splice(this.tracks.indexOf(track), 1);
  clone = () => new FakeStream(this.tracks.map((track) => track.clone()));
}

interface FakeTransceiver {
  readonly kind: 'audio' | 'video';
  sender: {
    track: FakeTrack | null;
    dtmf: { insertDTMF: (tone: string) => void } | null;
    replaceTrack: (track: FakeTrack | null) => Promise<void>;
  };
  readonly receiver: { readonly track: FakeTrack };
  direction: string;
  currentDirection: string | null;
  streamId: string;
}

interface Description {
  readonly type: 'offer' | 'answer';
  readonly sdp: string;
}

const mirrored: Readonly<Record<string, string>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

export class FakePeerConnection extends EventTarget {
  static all: FakePeerConnection[] = [];
  /** The next call of the method of this name fails. */
  static failing: string | null = null;
  readonly tones: string[] = [];
  readonly transceivers: FakeTransceiver[] = [];
  readonly candidates: unknown[] = [];
  /** Labels and options of the data channels that were opened. */
  readonly channels: [string, unknown][] = [];
  signalingState = 'stable';
  iceConnectionState = 'new';
  connectionState = 'new';
  iceGatheringState = 'new';
  localDescription: (Description & { toJSON(): Description }) | null = null;
  remoteDescription: Description | null = null;
  restarts = 0;
  #asked = false;
  /** An offer is needed still: ICE is to restart, or an offer of ours was rolled back. */
  #wanted = false;

  constructor(readonly config: RTCConfiguration) {
    super();
    if (FakePeerConnection.failing === 'constructor') throw new Error('bad configuration');
    FakePeerConnection.all.push(this);
  }
  #fail(name: string): void {
    if (FakePeerConnection.failing !== name) return;
    FakePeerConnection.failing = null;
    throw new Error(`${name} failed`);
  }
  /** Asks once per stable state, as browsers do. */
  negotiate(): void {
    if (this.#asked) return;
    this.#asked = true;
    queueMicrotask(() => {
      this.#asked = false;
      if (this.signalingState === 'stable') this.dispatchEvent(new Event('negotiationneeded'));
    });
  }
  #transceiver(
    kind: 'audio' | 'video',
    track: FakeTrack | null,
    streamId: string,
  ): FakeTransceiver {
    const made: FakeTransceiver = {
      kind,
      sender: {
        track,
        dtmf: kind === 'audio' ? { insertDTMF: (tone) => void this.tones.push(tone) } : null,
        replaceTrack: async (next) => void (made.sender.track = next),
      },
      receiver: { track: new FakeTrack(kind) },
      direction: track === null ? 'recvonly' : 'sendrecv',
      currentDirection: null,
      streamId,
    };
    const negotiate = (): void => this.negotiate();
    let direction = made.direction;
    Object.defineProperty(made, 'direction', {
      get: () => direction,
      set(next: string) {
        if (next === direction) return;
        direction = next;
        negotiate();
      },
    });
    this.transceivers.push(made);
    return made;
  }
  addTrack(track: FakeTrack, stream: FakeStream) {
    const free = this.transceivers.find(
      (one) => one.kind === track.kind && one.sender.track === null,
    );
    const used = free ?? this.#transceiver(track.kind, track, stream.id);
    used.sender.track = track;
    used.streamId = stream.id;
    used.direction = 'sendrecv';
    this.negotiate();
    return used.sender;
  }
  addTransceiver = (kind: 'audio' | 'video') => this.#transceiver(kind, null, '');
  removeTrack(): void {
    this.negotiate();
  }
  getTransceivers = () => this.transceivers;
  getSenders = () => this.transceivers.map(({ sender }) => sender);
  getReceivers = () => this.transceivers.map(({ receiver }) => receiver);
  createDataChannel = (label: string, options?: unknown) => {
    this.channels.push([label, options]);
    return new EventTarget();
  };
  async addIceCandidate(candidate: unknown): Promise<void> {
    this.candidates.push(candidate);
  }
  stats: Map<string, Record<string, unknown>> = new Map();
  getStats = async () => this.stats;
  get currentRemoteDescription() {
    return this.remoteDescription;
  }
  get currentLocalDescription() {
    return this.localDescription;
  }
  restartIce(): void {
    this.restarts += 1;
    this.#wanted = true;
    this.negotiate();
  }
  #sdp(): string {
    const head = 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n';
    const media = this.transceivers.map(({ kind, direction, streamId, sender }, mid) => {
      const payload = kind === 'audio' ? 111 : 96;
      const codec = kind === 'audio' ? 'opus/48000/2' : 'VP8/90000';
      const format = kind === 'audio' ? 'a=fmtp:111 minptime=10;useinbandfec=1\r\n' : '';
      const source = sender.track === null ? '' : `a=msid:${streamId} ${sender.track.id}\r\n`;
      return `m=${kind} 9 UDP/TLS/RTP/SAVPF ${payload}\r\nc=IN IP4 0.0.0.0\r\na=rtpmap:${payload} ${codec}\r\n${format}a=mid:${mid}\r\na=${direction}\r\n${source}`;
    });
    return head + media.join('');
  }
  #refuseCrossing(): void {
    if (this.signalingState === 'have-remote-offer')
      throw new DOMException('Called in wrong state: have-remote-offer', 'InvalidStateError');
  }
  async createOffer(): Promise<Description> {
    this.#fail('createOffer');
    this.#refuseCrossing();
    return { type: 'offer', sdp: this.#sdp() };
  }
  async createAnswer(): Promise<Description> {
    this.#fail('createAnswer');
    return { type: 'answer', sdp: this.#sdp() };
  }
  async setLocalDescription(given: Description): Promise<void> {
    this.#fail('setLocalDescription');
    const { type, sdp } = given;
    if (type === 'offer') {
      this.#refuseCrossing();
      this.#wanted = false;
    }
    this.localDescription = { type, sdp, toJSON: () => ({ type, sdp }) };
    this.signalingState = type === 'offer' ? 'have-local-offer' : 'stable';
    this.#settle();
  }
  async setRemoteDescription(given: Description): Promise<void> {
    this.#fail('setRemoteDescription');
    const { type, sdp } = given;
    if (type === 'offer' && this.signalingState === 'have-local-offer') this.#wanted = true;
    this.remoteDescription = { type, sdp };
    this.signalingState = type === 'offer' ? 'have-remote-offer' : 'stable';
    const sections = sdp.split(/(?=^m=)/m).slice(1);
    for (const [index, section] of sections.entries()) {
      const kind = section.startsWith('m=audio') ? 'audio' : 'video';
      const known = this.transceivers[index] ?? this.#transceiver(kind, null, '');
      const direction = /^a=(sendrecv|sendonly|recvonly|inactive)\r?$/m.exec(section)?.[1];
      if (type === 'offer' && known.sender.track === null && direction === 'inactive')
        known.direction = 'inactive';
      const streamId = /^a=msid:(\S+)/m.exec(section)?.[1];
      if (streamId !== undefined && (direction === 'sendrecv' || direction === 'sendonly'))
        this.#arrive(known, streamId);
    }
    this.#settle();
  }
  readonly #streams = new Map<string, FakeStream>();
  #arrive(transceiver: FakeTransceiver, streamId: string): void {
    const { track } = transceiver.receiver;
    const stream = this.#streams.get(streamId) ?? new FakeStream([], streamId);
    this.#streams.set(streamId, stream);
    if (stream.getTracks().includes(track)) return;
    stream.addTrack(track);
    const event = Object.assign(new Event('track'), { track, streams: [stream], transceiver });
    this.dispatchEvent(event);
  }
  #settle(): void {
    if (this.signalingState !== 'stable') return;
    if (this.#wanted) this.negotiate();
    const remote = this.remoteDescription?.sdp.split(/(?=^m=)/m).slice(1) ?? [];
    for (const [index, transceiver] of this.transceivers.entries()) {
      const said = /^a=(sendrecv|sendonly|recvonly|inactive)\r?$/m.exec(remote[index] ?? '')?.[1];
      const theirs = mirrored[said ?? 'inactive'] ?? 'inactive';
      const may = (what: string): boolean =>
        [transceiver.direction, theirs].every((one) => one === 'sendrecv' || one === what);
      transceiver.currentDirection =
        may('sendonly') && may('recvonly')
          ? 'sendrecv'
          : may('sendonly')
            ? 'sendonly'
            : may('recvonly')
              ? 'recvonly'
              : 'inactive';
    }
  }
  /** A local candidate was found; null: gathering is over. */
  gather(candidate: string | null): void {
    this.iceGatheringState = candidate === null ? 'complete' : 'gathering';
    this.dispatchEvent(new Event('icegatheringstatechange'));
    if (candidate === null) return;
    const found = { candidate, sdpMid: '0', sdpMLineIndex: 0 };
    if (this.localDescription !== null) {
      const { type, sdp } = this.localDescription;
      const next = `${sdp}a=${candidate}\r\n`;
      this.localDescription = { type, sdp: next, toJSON: () => ({ type, sdp: next }) };
    }
    const event = new Event('icecandidate');
    this.dispatchEvent(Object.assign(event, { candidate: { ...found, toJSON: () => found } }));
  }
  ice(state: string): void {
    this.iceConnectionState = state;
    this.dispatchEvent(new Event('iceconnectionstatechange'));
    this.connectionState = state === 'completed' ? 'connected' : state;
    this.dispatchEvent(new Event('connectionstatechange'));
  }
  close(): void {
    this.signalingState = 'closed';
    this.connectionState = 'closed';
  }
}

export const media = {
  /** Constraints of every request. */
  asked: [] as MediaStreamConstraints[],
  streams: [] as FakeStream[],
  /** Name of the error that the next requests meet. */
  error: null as string | null,
  /** Only requests for this device meet it. */
  broken: null as 'audio' | 'video' | null,
  devices: ['audioinput', 'videoinput'],
  /** Id of the microphone that another program has. */
  busy: null as string | null,
  /** Devices open when this promise resolves. */
  opening: null as Promise<void> | null,
  /** Level of every frequency, dB. */
  level: -100,
};

function install(): void {
  const globals = globalThis as unknown as Record<string, unknown>;
  const analyser = {
    frequencyBinCount: 4,
    getFloatFrequencyData: (bins: Float32Array) => void bins.fill(media.level),
    connect: () => undefined,
  };
  Object.assign(globals, {
    window: globalThis,
    document: {},
    MediaStream: FakeStream,
    RTCPeerConnection: FakePeerConnection,
    RTCSessionDescription: class {},
    RTCIceCandidate: class {},
    RTCRtpReceiver: {},
    RTCRtpSender: {},
    AudioContext: class {
      state = 'running';
      createAnalyser = () => analyser;
      createMediaStreamSource = () => ({ connect: () => undefined });
      createMediaStreamDestination = () => ({ stream: new FakeStream([new FakeTrack('audio')]) });
      close = async () => undefined;
    },
  });
  const mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: async () => media.devices.map((kind) => ({ kind, deviceId: `${kind}-1` })),
    getDisplayMedia: async ({ audio }: DisplayMediaStreamOptions) => {
      // Made in the test's own realm, so that `instanceof Error` holds.
      if (media.error !== null) throw Object.assign(new Error('refused'), { name: media.error });
      const sound = audio === false ? [] : [new FakeTrack('audio')];
      const stream = new FakeStream([...sound, new FakeTrack('video')]);
      media.streams.push(stream);
      return stream;
    },
    getUserMedia: async (constraints: MediaStreamConstraints) => {
      media.asked.push(constraints);
      await media.opening;
      const { audio } = constraints;
      if (media.busy !== null && JSON.stringify(audio ?? null).includes(`"${media.busy}"`))
        throw new DOMException('in use', 'NotReadableError');
      const meets = media.broken === null || Boolean(constraints[media.broken]);
      if (media.error !== null && meets) throw new DOMException('refused', media.error);
      if (!constraints.audio && !constraints.video) throw new TypeError('nothing is asked for');
      const tracks = [
        ...(constraints.audio ? [new FakeTrack('audio')] : []),
        ...(constraints.video ? [new FakeTrack('video')] : []),
      ];
      const stream = new FakeStream(tracks);
      media.streams.push(stream);
      return stream;
    },
  });
  Object.defineProperty(globalThis, 'navigator', { value: { mediaDevices }, configurable: true });
}

install();

/** Pulled out: what was opened of it ends, and it is listed no more unless there is another. */
export function unplug(kind: 'audio' | 'video', isLast: boolean): void {
  if (isLast) media.devices = media.devices.filter((one) => one !== `${kind}input`);
  const live = media.streams
    .flatMap(({ tracks }) => tracks)
    .filter((track) => track.kind === kind && track.readyState === 'live');
  for (const track of live) track.stop();
  for (const track of live) track.dispatchEvent(new Event('ended'));
}

export function plug(kind: 'audio' | 'video'): void {
  media.devices = [...media.devices, `${kind}input`];
  navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
}

export function resetMedia(): void {
  FakePeerConnection.all = [];
  FakePeerConnection.failing = null;
  Object.assign(media, { asked: [], streams: [], error: null, broken: null, level: -100 });
  Object.assign(media, { opening: null, busy: null });
  media.devices = ['audioinput', 'videoinput'];
}

/** Around each test of a file: time that only the test moves, and media that nobody has asked for yet. */
export function withFakeMedia(begin: () => unknown, end: () => unknown): void {
  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
    resetMedia();
    await begin();
  });
  afterEach(async () => {
    await end();
    jest.useRealTimers();
  });
}

/** Statistics of a connection's incoming media, to be moved by a test. */
export interface FakeFlow {
  /** Sound and picture. */
  packets: number;
  /** Everything but the checks of the connection. */
  bytes: number;
  /** Answered checks. */
  responses: number;
  /** So often, each half a second, something comes and is played. */
  speak(turns: number): Promise<void>;
}

export function flowOf(connection: FakePeerConnection): FakeFlow {
  let played = 1;
  const flow: FakeFlow = {
    ...{ packets: 1, bytes: 1, responses: 1 },
    async speak(turns) {
      for (let turn = 0; turn < turns; turn += 1) {
        played += 1;
        flow.packets += 1;
        await jest.advanceTimersByTimeAsync(500);
      }
    },
  };
  const source = { getSynchronizationSources: () => [{ timestamp: played }] };
  connection.getReceivers = () => [source] as never;
  connection.getStats = async () =>
    new Map<string, Record<string, unknown>>([
      ['rtp', { type: 'inbound-rtp', packetsReceived: flow.packets }],
      [
        'transport',
        {
          type: 'transport',
          selectedCandidatePairId: 'used',
          bytesReceived: flow.packets + flow.bytes,
        },
      ],
      ['used', { type: 'candidate-pair', responsesReceived: flow.responses }],
      // Another way, on which nothing flows.
      ['unused', { type: 'candidate-pair', responsesReceived: Date.now() }],
    ]);
  return flow;
}
