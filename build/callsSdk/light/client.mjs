// What the call classes read of matrix-js-sdk's client.js; the test compares it with the SDK.
export const ClientEvent = {
  Sync: 'sync',
  Room: 'Room',
  ToDeviceEvent: 'toDeviceEvent',
  ReceivedVoipEvent: 'received_voip_event',
};
