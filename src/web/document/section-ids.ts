const LENGTH_MAX = 60;

/** Returns an id for each heading: its words, numbered if several headings are the same. */
export function sectionIds(headings: readonly string[]): string[] {
  const times = new Map<string, number>();
  return headings.map((text) => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const id = ['section', ...words].join('-').slice(0, LENGTH_MAX);
    const time = (times.get(id) ?? 0) + 1;
    times.set(id, time);
    return time === 1 ? id : `${id}-${time}`;
  });
}
