import type { OfficeActor, ClientId } from '@toguchi/domain/access/actor'
import { nameTakenText } from '@toguchi/domain/masters/labels'
import { optionPdfBytes } from '@toguchi/domain/options/labels'
import { type Asker, isOfKind } from '../file-reader/file-reader.ts'
import type { Db } from '../platform/database/database.ts'
import { inUse } from '../masters/masters.ts'
import { recordEvent } from '../platform/events.ts'
import { keepFile } from '../platform/files/files.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, notFound, onConstraint, Problem } from '../platform/http/problem.ts'
import type { StagedFile } from '../platform/files/storage.ts'
import { findOption, insertOption, lockOption, updateOption } from './queries.ts'

interface Change {
  name?: string | undefined
  price?: number | undefined
  remove_pdf?: boolean | undefined
}

const nameTaken = { options_name_key: () => invalid({ name: [nameTakenText] }) }

/** Refuses what is no PDF by its content; what the file is called or claims to be does not count. Before a transaction: it takes its time. */
export const checkPdf = async (platform: Platform, asker: Asker, pdf: StagedFile | undefined): Promise<void> => {
  if (!pdf) return
  if (pdf.byteSize > optionPdfBytes) throw new Problem(413, 'file_too_large', 'ファイルサイズは10MB以下にしてください。')
  if (!(await isOfKind(platform, asker, pdf.path, 'pdf'))) throw invalid({ pdf: ['にはPDFファイルを選択してください'] })
}

const keepPdf = (platform: Platform, db: Db, clientId: ClientId, pdf: StagedFile): Promise<number> =>
  keepFile(platform, db, clientId, { ...pdf, contentType: 'application/pdf' })

/** Adds an option with its checked PDF, if one came (G-MAS-07). */
export const createOption = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  { name, price }: { name: string; price: number },
  pdf: StagedFile | undefined,
): Promise<number> => {
  const pdf_file_id = pdf ? await keepPdf(platform, db, actor.clientId, pdf) : null
  const { id } = await onConstraint(insertOption(db, actor.clientId, { name, price, pdf_file_id }), nameTaken)
  await recordEvent(db, {
    kind: 'options.created',
    actor,
    clientId: actor.clientId,
    subject: { type: 'options', id },
    change: { after: { name, price } },
  })
  return id
}

/** Changes the fields that were sent; constructions keep the name and price they were given. */
export const changeOption = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  id: number,
  { remove_pdf, name, price }: Change,
  pdf: StagedFile | undefined,
): Promise<void> => {
  const before = await lockOption(db, actor.clientId, id)
  if (!before) throw notFound()
  const pdf_file_id = pdf ? await keepPdf(platform, db, actor.clientId, pdf) : remove_pdf ? null : before.pdf_file_id
  const after = { name: name ?? before.name, price: price ?? before.price, pdf_file_id }
  await onConstraint(updateOption(db, actor.clientId, id, after), nameTaken)
  await recordEvent(db, {
    kind: 'options.updated',
    actor,
    clientId: actor.clientId,
    subject: { type: 'options', id },
    change: { before, after },
  })
}

/** Hides an option that no construction offers any more. */
export const deleteOption = async (db: Db, actor: OfficeActor, id: number, at: Date): Promise<void> => {
  if (!(await lockOption(db, actor.clientId, id))) throw notFound()
  const option = await findOption(db, actor.clientId, id)
  if (!option) throw notFound()
  if (!option.can_delete) throw inUse(option)
  await updateOption(db, actor.clientId, id, { discarded_at: at })
  await recordEvent(db, {
    kind: 'options.deleted',
    actor,
    clientId: actor.clientId,
    subject: { type: 'options', id },
    change: { before: { name: option.name } },
  })
}
