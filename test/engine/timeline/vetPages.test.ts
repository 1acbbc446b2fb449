// Events of pages are judged as those of sync are: depth, and names that mean something on every object.
import { vetRawEvent } from '#engine/events/vet';

const event = (content: unknown): unknown => ({
  event_id: '$a',
  type: 'm.room.message',
  sender: '@mallory:example.org',
  origin_server_ts: 1,
  content,
});

test('an event that is too deep is dropped alone, whatever its depth', () => {
  for (const depth of [101, 20_000]) {
    const nested = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const parsed: unknown = JSON.parse(`{"content":${nested}}`);
    const { content } = parsed as { content: unknown };
    expect(vetRawEvent(event(content), 'timeline')).toEqual({ bad: 'depth' });
  }
  expect(vetRawEvent(event({ a: { b: [1] } }), 'timeline')).toHaveProperty('event');
});

test('a prototype does not come along', () => {
  const content: unknown = JSON.parse('{"a":{"__proto__":{"polluted":true}},"b":1}');
  expect(vetRawEvent(event(content), 'timeline')).toMatchObject({ event: { content: { b: 1 } } });
  expect(JSON.stringify(content)).not.toContain('polluted');
});
