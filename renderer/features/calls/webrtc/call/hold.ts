/*
Copyright 2015, 2016 OpenMarket Ltd
Copyright 2017 New Vector Ltd
Copyright 2019, 2020 The Matrix.org Foundation C.I.C.
Copyright 2021 - 2022 Šimon Brandner <simon.bra.ag@gmail.com>

Adapted from matrix-js-sdk 43.0.0, `src/webrtc/call.ts` (README of `..`). Licensed under the Apache License, Version 2.0, as this repository;
the whole notice stands in `matrixCall.ts`.
*/
// Hold and tones, which are read from and written to the connection alone.

/** The other side hears nothing of us: all that is sent waits on its side. */
export const isHeld = (connection: RTCPeerConnection): boolean =>
  connection
    .getTransceivers()
    .every(({ currentDirection }) => ['inactive', 'recvonly'].includes(currentDirection ?? ''));

/** We send no music on hold. "sendonly" is used all the same, because other clients read it as hold, and it shows which side holds. */
export function setHeld(connection: RTCPeerConnection, onHold: boolean): void {
  for (const transceiver of connection.getTransceivers())
    transceiver.direction = onHold ? 'sendonly' : 'sendrecv';
}

/** @param digits `*` and `#` as well */
export function sendTones(connection: RTCPeerConnection | undefined, digits: string): void {
  const sender = connection
    ?.getSenders()
    .find(({ track, dtmf }) => track?.kind === 'audio' && Boolean(dtmf));
  if (!sender?.dtmf) throw new Error('Unable to find a track to send DTMF on');
  sender.dtmf.insertDTMF(digits);
}
