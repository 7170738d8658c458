import { getDocumentProxy } from 'unpdf'

/** Where the pages of a document lead when their QR is pressed instead of read: one address a page, empty where there is none. */
export const linksOf = async (pdf: Uint8Array): Promise<string[]> => {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, at) => {
      const annotations: readonly { url?: string }[] = await (await document.getPage(at + 1)).getAnnotations()
      return annotations.find(({ url }) => url !== undefined)?.url ?? ''
    }),
  )
}
