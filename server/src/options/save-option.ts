import type { OfficeActor, ClientId } from '@toguchi/domain/access/actor'
import { nameTakenText } from '@toguchi/domain/masters/labels'
import { optionPdfBytes, optionPictureBytes } from '@toguchi/domain/options/labels'
import { type Asker, isOfKind, type ReadPhoto, readPhoto } from '../file-reader/file-reader.ts'
import type { Db } from '../platform/database/database.ts'
import { inUse } from '../masters/masters.ts'
import { recordEvent } from '../platform/events.ts'
import { keepFile } from '../platform/files/files.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, notFound, onConstraint, Problem } from '../platform/http/problem.ts'
import type { StagedFile } from '../platform/files/storage.ts'
import { findOption, insertOption, lockOption, type OptionTexts, updateOption } from './queries.ts'

type Form = { name: string; price: number } & { [Name in keyof OptionTexts]?: string | null | undefined }
type Change = { [Name in keyof Form]?: Form[Name] | undefined } & { remove_pdf?: boolean | undefined; remove_picture?: boolean | undefined }

/** What came beside the form, read before the transaction. */
export interface OptionFiles {
  pdf: StagedFile | undefined
  picture: { staged: StagedFile; photo: ReadPhoto } | undefined
}

const nameTaken = { options_name_key: () => invalid({ name: [nameTakenText] }) }

/** Refuses what is no PDF and no picture by its content; what it is called does not count. Before a transaction: it takes its time. */
export const readOptionFiles = async (
  platform: Platform,
  asker: Asker,
  { pdf, picture }: { pdf: StagedFile | undefined; picture: StagedFile | undefined },
): Promise<OptionFiles> => {
  await checkPdf(platform, asker, pdf)
  if (!picture) return { pdf, picture: undefined }
  if (picture.byteSize > optionPictureBytes) throw tooLarge()
  const photo = await readPhoto(platform, asker, picture.path).catch((error: unknown) => {
    if (error instanceof Problem && error.fields['file']) throw invalid({ picture: error.fields['file'] }, error.code)
    throw error
  })
  return { pdf, picture: { staged: picture, photo } }
}

const tooLarge = () => new Problem(413, 'file_too_large', 'ファイルサイズは10MB以下にしてください。')

const checkPdf = async (platform: Platform, asker: Asker, pdf: StagedFile | undefined): Promise<void> => {
  if (!pdf) return
  if (pdf.byteSize > optionPdfBytes) throw tooLarge()
  if (!(await isOfKind(platform, asker, pdf.path, 'pdf'))) throw invalid({ pdf: ['にはPDFファイルを選択してください'] })
}

const keepPicture = (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  { staged, photo }: NonNullable<OptionFiles['picture']>,
): Promise<number> => keepFile(platform, db, clientId, { ...staged, contentType: photo.contentType, view: photo.view })

const keepPdf = (platform: Platform, db: Db, clientId: ClientId, pdf: StagedFile): Promise<number> =>
  keepFile(platform, db, clientId, { ...pdf, contentType: 'application/pdf' })

/** Adds an option with its checked PDF, if one came (G-MAS-07). */
export const createOption = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  { name, price, description = null, duration = null, cancellation_note = null }: Form,
  { pdf, picture }: OptionFiles,
): Promise<number> => {
  const pdf_file_id = pdf ? await keepPdf(platform, db, actor.clientId, pdf) : null
  const picture_file_id = picture ? await keepPicture(platform, db, actor.clientId, picture) : null
  const texts = { description, duration, cancellation_note }
  const { id } = await onConstraint(insertOption(db, actor.clientId, { name, price, ...texts, picture_file_id, pdf_file_id }), nameTaken)
  await recordEvent(db, {
    kind: 'options.created',
    actor,
    clientId: actor.clientId,
    subject: { type: 'options', id },
    change: { after: { name, price, ...texts } },
  })
  return id
}

/** Changes the fields that were sent; constructions keep the name and price they were given. */
export const changeOption = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  id: number,
  { remove_pdf, remove_picture, ...form }: Change,
  { pdf, picture }: OptionFiles,
): Promise<void> => {
  const before = await lockOption(db, actor.clientId, id)
  if (!before) throw notFound()
  const pdf_file_id = pdf ? await keepPdf(platform, db, actor.clientId, pdf) : remove_pdf ? null : before.pdf_file_id
  const picture_file_id = picture
    ? await keepPicture(platform, db, actor.clientId, picture)
    : remove_picture
      ? null
      : before.picture_file_id
  const sent = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as Partial<typeof before>
  const after = { ...before, ...sent, picture_file_id, pdf_file_id }
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
