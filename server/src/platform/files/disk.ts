import { open } from 'node:fs/promises'
import { codeOf } from '../http/error-code.ts'

/** No space, no quota, or a limit of the process: nothing that whoever sends can mend. */
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error) ?? '')

/** Names in a folder are durable once the folder is. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
