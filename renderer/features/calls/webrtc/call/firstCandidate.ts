// Ends the wait for local candidates as soon as there is one, or gathering is over; 200 ms at most (CALL-9.4 as an upper bound).

const mostMs = 200;

type Gathering = Pick<
  RTCPeerConnection,
  'localDescription' | 'iceGatheringState' | 'addEventListener' | 'removeEventListener'
>;

export function firstCandidate(connection: Gathering, done: () => void): void {
  const isThere = (): boolean =>
    connection.iceGatheringState === 'complete' ||
    /^a=candidate:/m.test(connection.localDescription?.sdp ?? '');
  if (isThere()) return done();
  const look = (): void => {
    if (isThere()) end();
  };
  const end = (): void => {
    clearTimeout(timer);
    connection.removeEventListener('icecandidate', look);
    connection.removeEventListener('icegatheringstatechange', look);
    done();
  };
  const timer = setTimeout(end, mostMs);
  connection.addEventListener('icecandidate', look);
  connection.addEventListener('icegatheringstatechange', look);
}
