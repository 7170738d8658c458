import type { ClientId } from '@toguchi/domain/access/actor'
import type { ArchiveKind } from '@toguchi/domain/photo-archives/labels'
import { archiveNames, safeName } from '@toguchi/domain/photo-archives/archive-names'
import { showWithBoard } from '../photos/photos.ts'
import { partsOf } from '../platform/database/rows.ts'
import { refused } from '../platform/http/problem.ts'
import { setJobProgress } from '../platform/jobs/job-rows.ts'
import type { Platform } from '../platform/platform.ts'
import type { PrintJob, Printed } from '../printing/printing.ts'
import { archiveIndex } from './archive-index.ts'
import { type ArchiveRow, type ArchiveSite, everyPhoto, findArchiveSite, listArchivePhotos } from './queries.ts'
import { type Fault, readKept } from './read-kept.ts'
import { stageZip, type Zip } from './zip-file.ts'

export interface ArchiveInput {
  construction_id: number
  /** The photos as they were chosen, in their order. */
  uuids: readonly string[]
  /** Of a delivery: documents that go along as 参考図. */
  drawing_ids: readonly number[]
}

export type ArchiveJob = PrintJob<ArchiveInput>

const photosAtOnce = 100
/** Photos after which the job says how far it is. */
const step = 10

export const faultTexts: Readonly<Record<Fault, string>> = {
  missing: '原本が見つからないため入っていません',
  torn: '原本が壊れているため入っていません（登録時と内容が異なります）',
}
/** Of what is made from an original, which itself may be whole. */
const noPictureText = '表示用の写真を作成できないため入っていません'
export const hiddenText = '削除されたため入っていません'

/** Every photo of a job in its order, asked for anew while the zip grows: undefined for one that is gone. Says how far it is. */
export const eachPhoto = async (
  platform: Platform,
  job: ArchiveJob,
  work: (row: ArchiveRow | undefined, uuid: string) => Promise<void>,
): Promise<void> => {
  const { client_id, input } = job
  let done = 0
  for (const uuids of partsOf(input.uuids, photosAtOnce)) {
    const rows = await platform.pool.read(client_id, db =>
      listArchivePhotos(db, client_id, input.construction_id, { ...everyPhoto, uuids }, { withHidden: true, most: photosAtOnce }),
    )
    const byUuid = new Map(rows.map(row => [row.uuid, row]))
    for (const uuid of uuids) {
      await work(byUuid.get(uuid), uuid)
      done += 1
      if (done % step === 0) await platform.pool.write(client_id, db => setJobProgress(db, job, done))
    }
  }
}

/** The construction of a job; one that was deleted meanwhile gives nothing out any more. */
export const siteOf = async (platform: Platform, { client_id, input }: ArchiveJob): Promise<ArchiveSite> => {
  const site = await platform.pool.read(client_id, db => findArchiveSite(db, client_id, input.construction_id))
  if (!site) throw refused('この工事は削除されました。', 'construction_gone')
  return site
}

export const archiveName = (noun: string, { manage_no, cd }: ArchiveSite): string => `${safeName(`${noun}_${manage_no ?? cd}`)}.zip`

/** What to say of a zip that lacks some of what was chosen; null where it lacks nothing. */
export const noteOf = (chosen: number, kept: number): string | null =>
  kept === chosen ? null : `${chosen}枚のうち${chosen - kept}枚は入っていません。理由は一覧（index.csv）の「状態」をご覧ください。`

const nothingText = '保存できる写真がありませんでした。写真が削除されたか、原本が壊れています。'
export const assertAny = (kept: number): void => {
  if (kept === 0) throw refused(nothingText, 'nothing_kept')
}

interface Taken {
  bytes: Uint8Array
  contentType: string
  state: string
}
/** Why a photo is not in the zip, as the index says it. */
interface LeftOut {
  why: string
}

const keptText = '保存済み'

/** The original, byte for byte, or why it is not there. */
const takeOriginal = async ({ storage }: Platform, row: ArchiveRow): Promise<Taken | LeftOut> => {
  const bytes = await readKept(storage, row.file_key, row.sha256)
  return typeof bytes === 'string' ? { why: faultTexts[bytes] } : { bytes, contentType: row.content_type, state: keptText }
}

/** What everybody is shown of a photo: with its board, where it has one, and without what the camera knew. */
const takeBoarded =
  (clientId: ClientId, constructionId: number) =>
  async (platform: Platform, row: ArchiveRow): Promise<Taken | LeftOut> => {
    const shown = await showWithBoard({ platform, clientId, constructionId }, row, true)
    if (!shown) return { why: noPictureText }
    return { bytes: shown.bytes, contentType: 'image/jpeg', state: boardedText(row, shown.isBoarded) }
  }

const boardedText = ({ use_electronic_signboard, signboard_hidden }: ArchiveRow, isBoarded: boolean): string => {
  if (isBoarded) return keptText
  return `${keptText}（${use_electronic_signboard && !signboard_hidden ? '黒板を入れられませんでした' : '黒板なし'}）`
}

const write = async (
  platform: Platform,
  job: ArchiveJob,
  noun: string,
  take: (platform: Platform, row: ArchiveRow) => Promise<Taken | LeftOut>,
): Promise<Printed> => {
  const site = await siteOf(platform, job)
  const chosen = job.input.uuids.length
  let kept = 0
  const fill = async (zip: Zip) => {
    const nameOf = archiveNames()
    const index = archiveIndex(false)
    await eachPhoto(platform, job, async (row, uuid) => {
      if (row === undefined) return index.addGone(uuid)
      if (row.hidden_at !== null) return index.add(row, { path: '', state: hiddenText })
      const taken = await take(platform, row)
      if ('why' in taken) return index.add(row, { path: '', state: taken.why })
      const path = nameOf(row, taken.contentType)
      await zip.add(path, taken.bytes, row.filming_at)
      index.add(row, { path, state: taken.state })
      kept += 1
    })
    assertAny(kept)
    await zip.add('index.csv', index.bytes(), platform.now())
  }
  const staged = await stageZip(platform.storage, archiveName(noun, site), fill)
  return { ...staged, note: noteOf(chosen, kept) }
}

export const writeOriginals = (platform: Platform, job: ArchiveJob): Promise<Printed> => write(platform, job, '写真原本', takeOriginal)
export const writeBoarded = (platform: Platform, job: ArchiveJob): Promise<Printed> =>
  write(platform, job, '黒板入り写真', takeBoarded(job.client_id, job.input.construction_id))

/** The job's kind of a kind of zip. */
export const jobKindOf = (kind: ArchiveKind): string => `photo_archive_${kind}`
