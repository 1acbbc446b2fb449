// The two state events of a group call, read and written: the call itself (state key = its id) and what devices of a person are in it (state
// key = the person). Pure.
import { previousContent, type StoredEvent } from '#stores/events/types';
import type { CallMedia } from '#contract/areas/calls/callNote';
import { callType } from '#contract/areas/calls/callNames';
import { isRecord } from '../base/record';
import type { GroupCallFeed, GroupCallIntent } from '#contract/areas/calls/groupCallsModels';
import { isShortText } from './shortText';

type Content = Record<string, unknown>;

/** CALL-9.11. */
export const deviceLifeMs = 60 * 60_000;

export interface CallFacts {
  readonly type: 'm.voice' | 'm.video';
  readonly intent: GroupCallIntent;
  readonly isPtt: boolean;
  readonly dataChannelsEnabled: boolean;
  readonly dataChannelOptions: Content | null;
  readonly livekitServiceUrl: string | null;
}

export interface Device {
  readonly deviceId: string;
  readonly sessionId: string;
  readonly expiresMs: number;
  readonly feeds: readonly GroupCallFeed[];
}

/** The words of the app for the two kinds of call. */
export const mediaOfType = (type: CallFacts['type']): CallMedia =>
  type === 'm.video' ? 'video' : 'voice';

const types: readonly unknown[] = ['m.voice', 'm.video'];
const intents: readonly unknown[] = ['m.ring', 'm.prompt', 'm.room'];
const purposes: readonly unknown[] = ['m.usermedia', 'm.screenshare'];
/** Limit for one person in one call. */
const mostDevices = 20;
const mostCalls = 20;

/** Null: not a call, or one that is over (CALL-4.5, CALL-5.10). A redacted event has nothing in it. */
export function readCall(content: Content): CallFacts | null {
  const { 'm.type': type, 'm.intent': intent, 'm.terminated': over } = content;
  if (!types.includes(type) || !intents.includes(intent)) return null;
  if (over !== undefined && over !== null) return null;
  const url = content['io.element.livekit_service_url'];
  const options = content['dataChannelOptions'];
  return {
    type: type as CallFacts['type'],
    intent: intent as GroupCallIntent,
    isPtt: content['io.element.ptt'] === true,
    dataChannelsEnabled: content['dataChannelsEnabled'] === true,
    dataChannelOptions: isRecord(options) ? options : null,
    livekitServiceUrl: isShortText(url) ? url : null,
  };
}

export const before = (event: StoredEvent): Content => previousContent(event) ?? {};

/** The first event of a group call; a later one that changes or ends it is no line of its own. */
export const isGroupCallStart = (event: StoredEvent): boolean =>
  event.type === callType &&
  event.stateKey !== null &&
  event.stateKey !== '' &&
  event.redactedBy === null &&
  readCall(event.raw.content) !== null &&
  readCall(before(event)) === null;

/** CALL-3.2. */
export const writeCall = (facts: CallFacts): Content => ({
  'm.type': facts.type,
  'm.intent': facts.intent,
  'io.element.ptt': facts.isPtt,
  dataChannelsEnabled: facts.dataChannelsEnabled,
  ...(facts.dataChannelOptions === null ? {} : { dataChannelOptions: facts.dataChannelOptions }),
  ...(facts.livekitServiceUrl === null
    ? {}
    : { 'io.element.livekit_service_url': facts.livekitServiceUrl }),
});

const callsOf = (content: Content): Content[] => {
  const { 'm.calls': calls } = content;
  return Array.isArray(calls) ? calls.filter(isRecord).slice(0, mostCalls) : [];
};

/** CALL-5.14; whether its owner is joined is the reader's to look at. */
function readDevice(value: unknown, nowMs: number): Device | null {
  if (!isRecord(value)) return null;
  const { device_id: deviceId, session_id: sessionId, expires_ts: expiresMs, feeds } = value;
  if (!isShortText(deviceId) || !isShortText(sessionId) || !Array.isArray(feeds)) return null;
  if (typeof expiresMs !== 'number' || !(expiresMs > nowMs)) return null;
  const known = feeds.flatMap((feed): GroupCallFeed[] =>
    isRecord(feed) && purposes.includes(feed['purpose'])
      ? [{ purpose: feed['purpose'] as GroupCallFeed['purpose'] }]
      : [],
  );
  return { deviceId, sessionId, expiresMs, feeds: known.slice(0, 4) };
}

export function readDevices(content: Content, groupCallId: string, nowMs: number): Device[] {
  const call = callsOf(content).find((one) => one['m.call_id'] === groupCallId);
  const devices = call?.['m.devices'];
  if (!Array.isArray(devices)) return [];
  const found = new Map<string, Device>();
  for (const value of devices.slice(0, mostDevices)) {
    const device = readDevice(value, nowMs);
    if (device !== null) found.set(device.deviceId, device);
  }
  return [...found.values()];
}

/** Whether any device stands in the call, expired or not. */
export function mentions(content: Content, groupCallId: string): boolean {
  const call = callsOf(content).find((one) => one['m.call_id'] === groupCallId);
  return Array.isArray(call?.['m.devices']) && call['m.devices'].length > 0;
}

export interface OwnChange {
  readonly groupCallId: string;
  readonly deviceId: string;
  /** Null: not in it. */
  readonly device: Device | null;
  readonly nowMs: number;
  /** Whether another device of the same person still exists. */
  readonly exists: (deviceId: string) => boolean;
}

/** Changes one device in one call; other calls and other devices stay, what has expired or is gone does not. Unknown fields stay. */
export function mergeOwn(content: Content, change: OwnChange): Content {
  const { groupCallId, deviceId, device, nowMs } = change;
  const alive = (value: unknown): boolean => {
    const one = readDevice(value, nowMs);
    return one !== null && one.deviceId !== deviceId && change.exists(one.deviceId);
  };
  const all = callsOf(content);
  const before = all.find((one) => one['m.call_id'] === groupCallId) ?? {};
  const devices: unknown[] = Array.isArray(before['m.devices'])
    ? before['m.devices'].filter(alive)
    : [];
  if (device !== null)
    devices.push({
      device_id: device.deviceId,
      session_id: device.sessionId,
      expires_ts: device.expiresMs,
      feeds: device.feeds,
    });
  const others = all.filter((one) => one['m.call_id'] !== groupCallId);
  return {
    'm.calls':
      devices.length === 0
        ? others
        : [...others, { ...before, 'm.call_id': groupCallId, 'm.devices': devices }],
  };
}
