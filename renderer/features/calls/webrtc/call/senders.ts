/*
Copyright 2015, 2016 OpenMarket Ltd
Copyright 2017 New Vector Ltd
Copyright 2019, 2020 The Matrix.org Foundation C.I.C.
Copyright 2021 - 2022 Šimon Brandner <simon.bra.ag@gmail.com>

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/call.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this repository;
the whole notice stands in `matrixCall.ts`.
*/

// The RTP senders of one connection, by purpose and kind. A transceiver cannot be removed, and many of them make a description longer than
// an encrypted event may be: they are reused.
import type { SDPStreamMetadataPurpose } from '../callEventTypes';
import { logged } from '../log';

type Kind = 'audio' | 'video';

const keyOf = (purpose: SDPStreamMetadataPurpose, kind: string): string => `${purpose}:${kind}`;

/** Starts to send again, which needs a negotiation. */
function resume(transceiver: RTCRtpTransceiver): void {
  transceiver.direction = transceiver.direction === 'inactive' ? 'sendonly' : 'sendrecv';
}

export class Senders {
  private readonly transceivers = new Map<string, RTCRtpTransceiver>();

  constructor(private readonly connection: () => RTCPeerConnection) {}

  of(purpose: SDPStreamMetadataPurpose, kind: Kind): RTCRtpSender | undefined {
    return this.transceivers.get(keyOf(purpose, kind))?.sender;
  }

  add(track: MediaStreamTrack, stream: MediaStream, purpose: SDPStreamMetadataPurpose): void {
    const known = this.transceivers.get(keyOf(purpose, track.kind));
    if (known === undefined) return this.addNew(track, stream, purpose);
    void known.sender.replaceTrack(track).catch(logged('send a track'));
    // REPAIR: a second screen went out under the name of the first stream, and the other side ignored it as unknown.
    known.sender.setStreams?.(stream);
    resume(known);
  }

  /** Replaces the track of this kind if the browser can; otherwise adds it beside the old one. */
  async replace(
    track: MediaStreamTrack,
    stream: MediaStream,
    purpose: SDPStreamMetadataPurpose,
  ): Promise<void> {
    const known = this.transceivers.get(keyOf(purpose, track.kind));
    if (known === undefined) return this.addNew(track, stream, purpose);
    try {
      await known.sender.replaceTrack(track);
      resume(known);
    } catch (thrown) {
      logged('replace a track')(thrown);
      this.addNew(track, stream, purpose);
    }
  }

  /** Stops sending the tracks of this purpose. */
  remove(purpose: SDPStreamMetadataPurpose): void {
    for (const kind of ['audio', 'video'] as const) {
      const sender = this.of(purpose, kind);
      if (sender !== undefined) this.connection().removeTrack(sender);
    }
  }

  private addNew(
    track: MediaStreamTrack,
    stream: MediaStream,
    purpose: SDPStreamMetadataPurpose,
  ): void {
    // `addTrack` keeps the two tracks of a stream together.
    const sender = this.connection().addTrack(track, stream);
    const made = this.connection()
      .getTransceivers()
      .find((one) => one.sender === sender);
    if (made !== undefined) this.transceivers.set(keyOf(purpose, track.kind), made);
  }

  /**
   * Takes retransmission (rtx) out of the codecs of a shared screen. Otherwise a call in which Firefox shares its screen first, and Chromium
   * then shares its own, fails in Chromium ("RTX codec mapped to PT which is not in the codec list").
   */
  keepRtxFrom(purpose: SDPStreamMetadataPurpose): void {
    const transceiver = this.transceivers.get(keyOf(purpose, 'video'));
    if (transceiver?.setCodecPreferences === undefined) return;
    const known = [RTCRtpReceiver, RTCRtpSender].flatMap(
      (side) => side.getCapabilities?.('video')?.codecs ?? [],
    );
    const codecs: RTCRtpCodec[] = [];
    for (const codec of known) {
      if (codec.mimeType === 'video/rtx') continue;
      try {
        transceiver.setCodecPreferences([...codecs, codec]);
        codecs.push(codec);
      } catch {
        // Chromium lists an H.264 codec that it can send, and throws when that is preferred.
      }
    }
  }
}
