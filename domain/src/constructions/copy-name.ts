/** What the copy of a construction is called at first. */
const copySuffix = '（コピー）'

/** Names are this long at most (`construction.name`). */
const longest = 100

/** The name of a copy: a long name gives way to the suffix, never the suffix to the name, and no character is cut in two. */
export const copyName = (name: string): string => {
  let kept = ''
  for (const { segment } of new Intl.Segmenter('ja').segment(name)) {
    if (kept.length + segment.length + copySuffix.length > longest) break
    kept += segment
  }
  return kept + copySuffix
}
