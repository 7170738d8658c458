import { fileOf } from '../platform/outbox/outbox.ts'
import type { KeptRequest } from '../platform/outbox/kept-requests.ts'
import { saveOwnFile } from '../ui/files/save-file.ts'

/** Gives a photo that this device holds out of the application: to whatever the phone shares files with, or as a file of its own. */
export const handOut = async (request: KeptRequest): Promise<void> => {
  const file = await fileOf(request)
  if (file === null) return
  if (navigator.canShare?.({ files: [file] }) !== true) return saveOwnFile(file)
  // Who closes the phone's own sheet has changed their mind.
  await navigator.share({ files: [file] }).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'AbortError')) saveOwnFile(file)
  })
}
