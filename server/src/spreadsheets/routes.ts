import type { OfficeActor } from '@toguchi/domain/access/actor'
import { spreadsheets } from '@toguchi/domain/spreadsheets/contract'
import { isOfConstruction, isSpreadsheetKind, type SpreadsheetKind } from '@toguchi/domain/spreadsheets/labels'
import { canComposeRooms } from '@toguchi/domain/rooms/policy'
import { canUseSpreadsheet } from '@toguchi/domain/spreadsheets/policy'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { fairQueue } from '../platform/processes/fair-queue.ts'
import { answers, RawAnswer } from '../platform/http/mount.ts'
import type { Platform } from '../platform/platform.ts'
import { forbidden, invalid, notFound, tooMany } from '../platform/http/problem.ts'
import type { Uploads } from '../platform/http/uploads.ts'
import { findConstruction } from '../rooms/rooms.ts'
import { importRows, preparation, rehearse } from './import-rows.ts'
import type { ChosenColumns } from './place-columns.ts'
import { readSheet, type Sheet } from './read-upload.ts'
import type { SheetContext } from './sheet-kind.ts'
import { findProgress, whileTelling } from './tell-progress.ts'
import { writeList, writeMarked, writeTemplate, type WrittenFile } from './write-files.ts'

interface Request {
  platform: Platform
  db: Db
  actor: OfficeActor
  params: { kind: string }
  query: { construction_id?: number | undefined }
  now: Date
}

/** The kind of the path, for those who may write its rows by hand, and for rooms and residents a construction within reach. */
const enter = async ({ platform, db, actor, params, query, now }: Request): Promise<[SpreadsheetKind, SheetContext]> => {
  const { kind } = params
  if (!isSpreadsheetKind(kind)) throw notFound()
  if (!canUseSpreadsheet[kind](actor)) throw forbidden()
  const constructionId = isOfConstruction(kind) ? query.construction_id : 0
  if (constructionId === undefined) throw invalid({ construction_id: ['を選択してください'] })
  if (constructionId !== 0 && !(await findConstruction(db, actor, constructionId))) throw notFound()
  return [kind, { platform, db, actor, constructionId, now, rehearsal: false, withRooms: false, tell: () => {} }]
}

/** A list opens no door that the composition of rooms keeps shut. */
const mayBringRooms = (actor: OfficeActor, wanted: boolean): boolean => {
  if (wanted && !canComposeRooms(actor)) throw forbidden()
  return wanted
}

const download = ({ bytes, fileName, contentType }: WrittenFile) =>
  new RawAnswer(reply =>
    reply
      .headers({
        'content-type': contentType,
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
  )

/** Files of twenty thousand rows take some hundred megabytes to compare: two at once, of two companies, and what waits is not yet read. */
const inTurn = fairQueue({
  atOnce: 2,
  atOnceOfOne: 1,
  mostWaiting: 100,
  mostOfOne: 20,
  waitMilliseconds: 30_000,
  busy: () => tooMany('ほかの取り込みを処理しています。しばらく経ってから再度お試しください。', 10),
})

/** Reads the file of a request that may be made, with nothing of the database held, and does in one transaction what is to be done with it. */
const withSheet = async <T>(
  request: Request & { files: Uploads },
  work: (kind: SpreadsheetKind, context: SheetContext, sheet: Sheet, prepared: unknown) => Promise<T>,
  { columns, excluded, progress }: { columns: ChosenColumns; excluded?: ReadonlySet<number> | undefined; progress?: string | undefined },
): Promise<T> => {
  const { platform, actor, files } = request
  await platform.pool.read(actor.clientId, db => enter({ ...request, db }))
  const look = async () => {
    const sheet = { ...(await readSheet(platform, actor, files['spreadsheet[file]'])), chosen: columns }
    const prepared = excluded === undefined ? undefined : await prepare(request, sheet, excluded)
    return whileTelling(platform, actor, progress, tell =>
      platform.pool.write(actor.clientId, async db => {
        const [kind, context] = await enter({ ...request, db })
        return work(kind, { ...context, tell }, sheet, prepared)
      }),
    )
  }
  return inTurn(String(actor.clientId), look, { person: `${actor.kind}:${actor.id}` })
}

/** What takes long of an import that is not only tried, with nothing of the database held. */
const prepare = async (request: Request, sheet: Sheet, excluded: ReadonlySet<number>): Promise<unknown> => {
  const { platform, actor } = request
  const rest = await platform.pool.read(actor.clientId, async db => preparation(...(await enter({ ...request, db })), sheet, excluded))
  return rest()
}

export const spreadsheetsRoutes = answers(spreadsheets, {
  'POST /api/spreadsheets/:kind/file': async request => {
    const [kind, context] = await enter(request)
    const { rows, ...file } = await writeList(kind, context, request.body, toDay(request.now))
    await recordEvent(request.db, {
      kind: 'spreadsheets.made',
      actor: request.actor,
      clientId: request.actor.clientId,
      ...(context.constructionId === 0 ? {} : { constructionId: context.constructionId }),
      change: { kind, format: request.body.format, rows },
    })
    return download(file)
  },
  'GET /api/spreadsheets/:kind/template': async request => download(await writeTemplate(...(await enter(request)))),
  'POST /api/spreadsheets/:kind/rehearsal': {
    mayUpload: enter,
    answer: async request => {
      const { columns, excluded, with_rooms, progress } = request.body.spreadsheet
      const withRooms = mayBringRooms(request.actor, with_rooms)
      const look = (kind: SpreadsheetKind, context: SheetContext, sheet: Sheet) =>
        rehearse(kind, { ...context, withRooms }, sheet, excluded)
      return { preview: await withSheet(request, look, { columns, progress }) }
    },
  },
  'POST /api/spreadsheets/:kind': {
    mayUpload: enter,
    answer: async request => {
      const { spreadsheet } = request.body
      const withRooms = mayBringRooms(request.actor, spreadsheet.with_rooms)
      const counts = await withSheet(
        request,
        (kind, context, sheet, prepared) => importRows(kind, { ...context, withRooms }, sheet, spreadsheet, prepared),
        spreadsheet,
      )
      return { message: `${counts.created + counts.changed}件を取り込みました。`, counts }
    },
  },
  'GET /api/spreadsheets/:kind/progress': async ({ db, actor, params, query }) => {
    if (!isSpreadsheetKind(params.kind)) throw notFound()
    return { progress: await findProgress(db, actor, query.progress) }
  },
  'POST /api/spreadsheets/:kind/marked': {
    mayUpload: enter,
    answer: request =>
      withSheet(
        request,
        async (kind, context, sheet) => download(await writeMarked(kind, context, await rehearse(kind, context, sheet))),
        request.body.spreadsheet,
      ),
  },
})
