// Whether this account shares where it is anywhere. Small, as each window draws it; the bar comes with the first share.
import { useListFact } from '#app/hooks';
import { later } from '#app/later';

const OwnLiveBar = later(async () => (await import('./LiveBars')).OwnLiveBar);

export function OwnLive() {
  const some = useListFact('liveLocations', { roomId: null }, ({ length }) => length > 0);
  return some && <OwnLiveBar />;
}
