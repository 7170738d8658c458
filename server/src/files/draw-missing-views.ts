import type { ClientId } from '@toguchi/domain/access/actor'
import { listEveryClientId } from '../clients/clients.ts'
import { readDocument, readPhoto } from '../file-reader/file-reader.ts'
import { attemptEach } from '../platform/attempt-each.ts'
import { addView } from '../platform/files/files.ts'
import type { Platform } from '../platform/platform.ts'
import { listFilesWithoutView, type ViewlessFile } from './views-queries.ts'

/** Pictures of a client that one day's work takes. */
const mostAtOnce = 500

/** Daily work: draws what is shown instead of pictures that were kept before views were (D-05). Until then only staff see them. */
export const drawMissingViews = async (platform: Platform): Promise<void> =>
  attemptEach(await platform.pool.read(null, listEveryClientId), async clientId =>
    attemptEach(await platform.pool.read(clientId, db => listFilesWithoutView(db, clientId, mostAtOnce)), file =>
      drawView(platform, clientId, file),
    ),
  )

const drawView = async (platform: Platform, clientId: ClientId, { id, storage_key, file_name, of_key }: ViewlessFile): Promise<void> => {
  const { storage } = platform
  const copy = await storage.stage(storage.read(storage_key), { fileName: file_name, contentType: '' })
  try {
    const { view } = of_key ? await readPhoto(platform, { clientId }, copy.path) : await readDocument(platform, { clientId }, copy.path)
    if (!view) return
    await platform.pool.write(clientId, db => addView(platform, db, clientId, { id, fileName: file_name }, view))
  } finally {
    await storage.discard(copy)
  }
}
