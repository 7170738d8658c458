import { type DocumentKind, documentKindLabels, type RecordKind } from '@toguchi/domain/documents/labels'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, type ApiError, queryClient } from '../platform/api/api.ts'
import { linkRenewal } from '../platform/link-renewal.ts'
import { call } from '../platform/api/request.ts'
import { sendFile } from '../platform/api/send-file.ts'
import { type ListState, listQueryOf } from '../ui/table/list-state.ts'
import type { Chosen, UploadOptions } from '../ui/files/upload-queue.ts'

export type StoredDocument = AnswerOf<'GET /api/constructions/:construction_id/documents'>['documents'][number]

/** Documents of one kind that one building or construction holds. */
export interface Shelf {
  kind: DocumentKind
  noun: string
  /** The endpoints' address; one of its documents is under it. */
  api: string
  params: Readonly<Record<string, number>>
}

const shelf = (kind: DocumentKind, api: string, params: Shelf['params']): Shelf => ({ kind, noun: documentKindLabels[kind], api, params })
export const buildingShelf = (building_id: number): Shelf =>
  shelf('building_document', '/api/buildings/:building_id/building_documents', { building_id })
export const constructionShelf = (kind: Exclude<DocumentKind, 'building_document' | 'filing_file'>, construction_id: number): Shelf =>
  shelf(kind, `/api/constructions/:construction_id/${kind}s`, { construction_id })
export const filingShelf = (construction_id: number, filing_id: number): Shelf =>
  shelf('filing_file', '/api/constructions/:construction_id/filings/:filing_id/filing_files', { construction_id, filing_id })

const columns = ['title', 'content_type', 'byte_size', 'created_at', 'user_name'] as const

/** One page of a shelf, as the address asks for it. */
export const documentsOn = ({ kind, api, params }: Shelf, state: ListState) => {
  const title = state.filters.title
  const query = { ...listQueryOf(state, columns), ...(title === undefined ? {} : { [kind]: { title } }) }
  return queryOptions<{ rows: StoredDocument[]; total: number }, ApiError>({
    queryKey: [`GET ${api}`, { params, query }],
    queryFn: async ({ signal, queryKey, client }) => {
      // The kinds answer alike, each under its own name.
      const silent = client.getQueryData(queryKey) !== undefined
      const answer = (await call(`GET ${api}`, { params, query }, { signal, silent })) as Record<string, unknown>
      return { rows: answer[`${kind}s`] as StoredDocument[], total: (answer.total_count as number | undefined) ?? 0 }
    },
    refetchInterval: linkRenewal,
  })
}

export const putOn = ({ kind, api, params }: Shelf, { id, file, title }: Chosen<unknown>, options: UploadOptions) =>
  sendFile(`POST ${api}`, { params, body: { [kind]: { title, uuid: id } }, files: { [`${kind}[file]`]: file } }, options)

export const refreshShelf = ({ api, params }: Shelf): Promise<unknown> =>
  queryClient.invalidateQueries({ queryKey: [`GET ${api}`, { params }], exact: false })

/** Kinds whose papers may be records that law keeps (decision 053). */
export const keepsRecords = ({ kind }: Shelf): boolean => kind === 'attachment_file' || kind === 'in_house_document'

/** Says what law keeps a document as; null: it is no record. */
export const saveRecordKind = ({ kind, api, params }: Shelf, id: number, record_kind: RecordKind | null): Promise<unknown> =>
  call(`PATCH ${api}/:id`, { params: { ...params, id }, body: { [kind]: { record_kind } } }, { message: '保存しています…' })

/** Takes a document away; the message is the server's. */
export const removeFrom = ({ api, params }: Shelf, id: number): Promise<unknown> =>
  call(`DELETE ${api}/:id`, { params: { ...params, id } }, { message: '削除しています…' })
