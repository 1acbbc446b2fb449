// The way of a start from the page's beginning to the painted list, as lines: which files were asked for, in their order. Pure.

export interface Resource {
  readonly name: string;
  readonly startTime: number;
  readonly responseEnd: number;
}

const fileOf = (url: string): string => url.split('/').at(-1) ?? url;
const ms = (value: number): string => value.toFixed(0).padStart(6);

/** @param times when something was painted, ms after the page's beginning */
export function waterfallOf(
  resources: readonly Resource[],
  times: Readonly<Record<string, number>>,
): string {
  const asked = resources.map(({ name, startTime, responseEnd }) => ({
    at: startTime,
    line: `${ms(startTime)} -${ms(responseEnd)}  ${fileOf(name)}`,
  }));
  const painted = Object.entries(times).map(([name, at]) => ({
    at,
    line: `${ms(at)}          ${name} painted`,
  }));
  return [...asked, ...painted]
    .toSorted((one, other) => one.at - other.at)
    .map(({ line }) => line)
    .join('\n');
}
