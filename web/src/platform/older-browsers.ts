/*
 * What the browsers of `build.target` lack and the application uses: `Map.groupBy` came with Safari 17.4, Chrome 117 and Firefox 119, and
 * residents keep a telephone for many years.
 */
const groupBy = <Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, (index += 1) - 1)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
if (!('groupBy' in Map)) Object.assign(Map, { groupBy })

export {}
