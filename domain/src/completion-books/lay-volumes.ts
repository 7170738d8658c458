/** Pages that are drawn together, and the bytes of their PDF. */
export interface Chunk {
  pages: number
  bytes: number
  /** What should not be torn apart: chunks of one room, which follow each other. Null: stands for itself. */
  group: string | null
}

export interface VolumeLimits {
  pages: number
  bytes: number
}
/** What a printer binds, and what a mail server or an old reader still takes. */
export const volumeLimits: VolumeLimits = { pages: 500, bytes: 150 * 1024 * 1024 }

/** Bytes that a page grows by when it is joined: its numbers, and its place in the table of contents. */
const bytesOfJoining = 1_000

/**
 * The volumes (分冊) of a book: chunks in their order, as many in each as its limits hold, those of one group in one volume where that is
 * possible at all. Every volume but the first begins with a cover of `coverPages`.
 */
export const layVolumes = <C extends Chunk>(chunks: readonly C[], coverPages: number, limits: VolumeLimits = volumeLimits): C[][] => {
  const volumes: C[][] = [[]]
  let pages = 0
  let bytes = 0
  const sizeOf = ({ bytes: own, pages: ownPages }: Chunk) => own + ownPages * bytesOfJoining
  const fits = (some: readonly C[]) =>
    pages + some.reduce((sum, chunk) => sum + chunk.pages, 0) <= limits.pages &&
    bytes + some.reduce((sum, chunk) => sum + sizeOf(chunk), 0) <= limits.bytes
  const begin = () => {
    if (volumes.at(-1)?.length === 0) return
    volumes.push([])
    pages = coverPages
    bytes = 0
  }
  for (const group of groupsOf(chunks)) {
    if (!fits(group)) begin()
    for (const chunk of group) {
      // A room that alone is more than a volume is torn apart after all.
      if (!fits([chunk])) begin()
      volumes.at(-1)?.push(chunk)
      pages += chunk.pages
      bytes += sizeOf(chunk)
    }
  }
  return volumes
}

const groupsOf = <C extends Chunk>(chunks: readonly C[]): C[][] => {
  const groups: C[][] = []
  for (const chunk of chunks) {
    const last = groups.at(-1)
    if (last !== undefined && chunk.group !== null && last[0]?.group === chunk.group) last.push(chunk)
    else groups.push([chunk])
  }
  return groups
}
