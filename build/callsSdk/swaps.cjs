// Text swaps in matrix-js-sdk's call classes (pinned version): what no subclass reaches. A swap whose text is not there exactly as often as
// stated fails the build, so a new version of the SDK is looked at before it ships. Tests load the classes through the same swaps.
const { resolve } = require('node:path');

const ours = (name) =>
  JSON.stringify(resolve(__dirname, `../../renderer/features/calls/sdk/${name}.ts`));

/** What the SDK says of a camera that cannot be opened for an upgrade, in every place where one cannot. */
const tellNoCamera =
  'this.emit(CallEvent.Error, new CallError(CallErrorCode.NoUserMedia, "Failed to get camera access: ", error), this)';

/** @type {Record<string, { imports: string, swaps: { why: string, from: string, to: string, count: number }[] }>} */
const swaps = {
  'webrtc/call.js': {
    imports: `import { firstCandidate } from ${ours('firstCandidate')};\nimport { openMedia } from ${ours('openMedia')};\n`,
    swaps: [
      {
        why: 'CALL-9.4: 200 ms are the most to wait for, not the least',
        from: 'setTimeout(resolve, 200);',
        to: 'firstCandidate(this.peerConn, resolve);',
        count: 2,
      },
      {
        why: 'CALL-9.4: in Chromium gathering is still "new" here, so the offer never waited',
        from: 'if (this.peerConn.iceGatheringState === "gathering") {',
        to: 'if (this.peerConn.iceGatheringState !== "complete") {',
        count: 1,
      },
      {
        why: 'CALL-9.2: 500 and 2000 ms are the most; a late relay candidate leaves at once',
        from: 'this.direction === CallDirection.Inbound ? 500 : 2000',
        to: '20',
        count: 1,
      },
      {
        why: 'CALL-9.3: every failure was counted twice',
        from: 'const delayMs = 500 * Math.pow(2, this.candidateSendTries);\n      ++this.candidateSendTries;',
        to: 'const delayMs = 500 * Math.pow(2, this.candidateSendTries);',
        count: 1,
      },
      {
        why: 'CALL-5.8: a stream without a metadata entry raised a TypeError',
        from: 'this.remoteSDPStreamMetadata[stream.id].',
        to: 'this.remoteSDPStreamMetadata[stream.id]?.',
        count: 3,
      },
      {
        why: 'CALL-5.9: the check for remote tracks stood on the invitation only',
        from: 'logger.debug(`Call ${this.callId} onAnswerReceived() set remote description: ${content.answer.type}`);',
        to: `if (!this.isOnlyDataChannelAllowed && !this.getRemoteFeeds().some(feed => feed.stream.getTracks().length > 0)) {
        this.hangup(CallErrorCode.SetRemoteDescription, false);
        return;
      }`,
        count: 1,
      },
      {
        why: 'a caller could have an offer answered, and so see the address of this computer, while it still rang',
        from: '// Politeness always follows the direction of the call: in a glare situation,',
        to: 'if (this.direction === CallDirection.Inbound && this.peerConn.localDescription === null) return;\n    // Politeness always follows the direction of the call: in a glare situation,',
        count: 1,
      },
      {
        why: 'an answer that could not be sent left a rejection that nobody handled',
        from: 'this.sendAnswer();',
        to: 'this.sendAnswer().catch(() => undefined);',
        count: 1,
      },
      {
        why: 'a second screen went out under the name of the first stream, and the other side ignored it as unknown',
        from: 'transceiver.sender.replaceTrack(track);\n          // set the direction',
        to: 'transceiver.sender.replaceTrack(track);\n          transceiver.sender.setStreams?.(callFeed.stream);\n          // set the direction',
        count: 1,
      },
      {
        why: 'CALL-4.12: a second "disconnected" forgot the first timer, which then ended a call that had recovered',
        from: 'this.iceDisconnectedTimeout = setTimeout(',
        to: 'this.iceDisconnectedTimeout ??= setTimeout(',
        count: 1,
      },
      {
        why: 'the same for the timer of the restart',
        from: 'this.iceReconnectionTimeOut = setTimeout(',
        to: 'clearTimeout(this.iceReconnectionTimeOut);\n        this.iceReconnectionTimeOut = setTimeout(',
        count: 1,
      },
      {
        why: 'a camera that cannot be opened ended a call that was placed, with words for the microphone',
        from: 'await this.client.getMediaHandler().getUserMediaStream(audio, video);',
        to: `await openMedia(this.client.getMediaHandler(), audio, video, error => ${tellNoCamera});`,
        count: 1,
      },
      {
        why: 'and was not told in one that is answered',
        from: 'await this.client.getMediaHandler().getUserMediaStream(answerWithAudio, answerWithVideo);',
        to: `await openMedia(this.client.getMediaHandler(), answerWithAudio, answerWithVideo, error => ${tellNoCamera});`,
        count: 1,
      },
      {
        why: 'a camera that somebody else took while it was off raised an error that nobody handled',
        from: 'const stream = await this.client.getMediaHandler().getUserMediaStream(true, true);',
        to: `const stream = await this.client.getMediaHandler().getUserMediaStream(true, true).catch(error => void ${tellNoCamera});
      if (stream === undefined) return this.isLocalVideoMuted();`,
        count: 1,
      },
      {
        why: 'without a camera, or a microphone, nothing could be switched off any more',
        from: 'if (!(await this.client.getMediaHandler().has',
        to: 'if (!muted && !(await this.client.getMediaHandler().has',
        count: 2,
      },
    ],
  },
  'webrtc/mediaHandler.js': {
    imports: '',
    swaps: [
      {
        why: 'after one device that could not be opened none could be opened any more',
        from: 'this.getMediaStreamPromise = this.getMediaStreamPromise.then(() => {',
        to: 'this.getMediaStreamPromise = this.getMediaStreamPromise.catch(() => undefined).then(() => {',
        count: 1,
      },
      {
        why: 'another device could not be chosen while a second call rang',
        from: 'if (call.callHasEnded() || !callMediaStreamParams.has(call.callId)) {',
        to: 'if (call.callHasEnded() || call.localUsermediaFeed === undefined || !callMediaStreamParams.has(call.callId)) {',
        count: 1,
      },
    ],
  },
  'webrtc/stats/callStatsReportGatherer.js': {
    imports: '',
    swaps: [
      {
        why: 'CALL-3.9: the bandwidth was computed and then overwritten by nothing',
        from: 'this.connectionStats.bandwidth = report.bandwidth;',
        to: 'report.bandwidth = this.connectionStats.bandwidth;',
        count: 1,
      },
    ],
  },
  'webrtc/stats/trackStatsBuilder.js': {
    imports: '',
    swaps: [
      {
        why: 'CALL-9.25: bits per second, not kilobits',
        from: 'Math.round(bytesProcessed * 8 / timeMs)',
        to: 'Math.round(bytesProcessed * 8000 / timeMs)',
        count: 1,
      },
    ],
  },
  'webrtc/stats/connectionStatsBuilder.js': {
    imports: '',
    swaps: [
      {
        why: 'CALL-9.25: the same unit for the bandwidth',
        from: 'Bitrate / 1000)',
        to: 'Bitrate)',
        count: 2,
      },
    ],
  },
};

/** @param {string} path @returns {string | null} the key of `swaps` that is meant */
const swapsFor = (path) =>
  Object.keys(swaps).find((name) =>
    path.replaceAll('\\', '/').endsWith(`matrix-js-sdk/lib/${name}`),
  ) ?? null;

/** @param {string} path @param {string} source */
function applySwaps(path, source) {
  const name = swapsFor(path);
  if (name === null) return source;
  let text = source;
  for (const { why, from, to, count } of swaps[name].swaps) {
    const found = text.split(from).length - 1;
    if (found !== count)
      throw new Error(
        `matrix-js-sdk ${name} has changed, ${found} instead of ${count} places for: ${why}`,
      );
    text = text.replaceAll(from, () => to);
  }
  return swaps[name].imports + text;
}

module.exports = { applySwaps, swapsFor };
