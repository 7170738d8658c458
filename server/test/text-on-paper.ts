import { getDocumentProxy } from 'unpdf'

/** What runs off the paper (into its outermost 5 mm) or over its neighbour on the same line: `page: text`. Upright pages only. */
export const textFaults = async (pdf: Buffer): Promise<string[]> => {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const faults: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const edge = page.getViewport({ scale: 1 }).width - 14
    const items = (await page.getTextContent()).items.flatMap(item =>
      'str' in item && item.str.trim() !== '' ? [{ text: item.str, x: item.transform[4], y: item.transform[5], width: item.width }] : [],
    )
    for (const [at, { text, x, y, width }] of items.entries()) {
      const isOver = items.some((other, place) => place !== at && Math.abs(other.y - y) < 2 && other.x > x && other.x < x + width - 2)
      if (x + width > edge || isOver) faults.push(`${number}: ${text}`)
    }
  }
  return faults
}
