import { connect, patienceOfWork } from '../platform/database/pool.ts'
import { openPlaces, type StorageSettings } from '../platform/files/open-storage.ts'
import { Problem } from '../platform/http/problem.ts'
import { Refusal } from '../platform/refusal.ts'
import { type Moved, moveFiles } from './move-files.ts'

/**
 * Moves the files of an installation from the command line, to where its new files go already, so that none is left behind. Throws a sentence
 * where they do not, and where a place is full or stays away; the same command goes on later.
 */
export const moveInstallation = async (
  settings: StorageSettings & { databaseUrl: string },
  to: 'disk' | 's3',
  onProgress: (moved: Moved) => void,
): Promise<Moved> => {
  const { staging, disk, s3 } = await openPlaces(settings)
  if (s3 === null) throw new Refusal('S3_BUCKET など、バケットの設定を指定してください。(Set S3_BUCKET and its keys.)')
  if (settings.storage !== to)
    throw new Refusal(
      `先に STORAGE=${to} でサーバーを起動し直してください。新しいファイルの保存先が変わってから、残りを移します。(Restart the server with STORAGE=${to} first.)`,
    )
  const places = to === 's3' ? { from: disk, to: s3 } : { from: s3, to: disk }
  const pool = connect(settings.databaseUrl, { max: 4, patience: patienceOfWork })
  try {
    return await moveFiles({ pool, staging, ...places, onProgress })
  } catch (error) {
    if (error instanceof Problem) throw new Refusal(`${error.message}残りは、もう一度同じコマンドを実行すると移せます。`)
    throw error
  } finally {
    await pool.close()
  }
}
