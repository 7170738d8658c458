import { documentLabels, type RecordKind, recordKindLabels, recordKinds } from '@toguchi/domain/documents/labels'
import { formatInstant } from '@toguchi/domain/calendar/day'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ApiError } from '../platform/api/api.ts'
import { messageOf } from '../platform/api/request.ts'
import { toast } from '../platform/toast.ts'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { sizeText } from '../ui/files/FileDrop.tsx'
import { FilterBar } from '../ui/table/FilterBar.tsx'
import { useListState } from '../ui/table/list-state.ts'
import { UploadPanel } from '../ui/files/UploadPanel.tsx'
import { documentUploads, fewest, FileActions, useFileViewer } from './file-list.tsx'
import { FileKindBadge } from './FileKindBadge.tsx'
import { documentsOn, keepsRecords, putOn, refreshShelf, removeFrom, saveRecordKind, type Shelf, type StoredDocument } from './shelf.ts'
import { Select } from '../ui/form/Control.ts'
import { Help } from '../ui/form/FieldParts.ts'
import { Stack } from '../ui/layout/Layout.ts'

interface Props {
  shelf: Shelf
  mayKeep: boolean
  /** What an empty list says. */
  emptyText: string
}

const registered = (row: StoredDocument) => `${formatInstant(new Date(row.created_at))}　${row.user_name ?? ''}`

/** The documents of one kind: add many at once, find, look at, take along, take away. */
export const DocumentShelf = ({ shelf, mayKeep, emptyText }: Props) => {
  const [state] = useListState()
  const { data } = useQuery(documentsOn(shelf, state))
  const [dialog, ask] = useConfirm()
  const [viewer, open] = useFileViewer(data?.rows ?? [], ({ title }) => title, registered)
  const remove = useMutation<unknown, ApiError, number>({
    mutationFn: id => removeFrom(shelf, id),
    onSuccess: async answer => {
      toast.success(messageOf(answer) ?? '削除しました。')
      await refreshShelf(shelf)
    },
  })
  const mark = useMutation<unknown, ApiError, { id: number; kind: RecordKind | null }>({
    mutationFn: ({ id, kind }) => saveRecordKind(shelf, id, kind),
    onSuccess: async answer => {
      toast.success(messageOf(answer) ?? '保存しました。')
      await refreshShelf(shelf)
    },
  })
  const askAndRemove = async ({ id, title }: StoredDocument) => {
    if (await ask({ title: `「${title}」を削除します。よろしいですか？`, confirm: '削除する', danger: true })) remove.mutate(id)
  }
  const filtered = Object.keys(state.filters).length > 0
  return (
    <Stack>
      {dialog}
      {viewer}
      {mayKeep ? (
        <UploadPanel
          {...documentUploads}
          label={`${shelf.noun}をドロップ、または選択（${documentUploads.limit}MBまで）`}
          noun={shelf.noun}
          titleLabel={documentLabels.title}
          details={null}
          send={(chosen, options) => putOn(shelf, chosen, options)}
          onArrived={() => void refreshShelf(shelf)}
        />
      ) : null}
      {mayKeep && keepsRecords(shelf) ? (
        <Help>「完成図」「打合せ記録」とした資料は、工事の削除や契約の終了の後も、保存期間（10年以上）が過ぎるまで残ります。</Help>
      ) : null}
      <div>
        {filtered || (data?.total ?? 0) > fewest ? (
          <FilterBar filters={[{ name: 'title', label: `${documentLabels.title}を検索`, width: 260 }]} />
        ) : null}
        <DataTable
          label={shelf.noun}
          columns={[
            ...facts,
            ...(keepsRecords(shelf) ? [recordColumn(mayKeep ? (id, kind) => mark.mutate({ id, kind }) : undefined)] : []),
            actions(mayKeep ? row => void askAndRemove(row) : undefined),
          ]}
          rows={data?.rows}
          rowKey={({ id }) => id}
          onRow={open}
          total={data?.total ?? 0}
          {...(filtered ? {} : { empty: <EmptyState title={`${shelf.noun}はまだありません。`} text={emptyText} /> })}
        />
      </div>
    </Stack>
  )
}

const facts: readonly Column<StoredDocument>[] = [
  { key: 'title', head: documentLabels.title, sort: 'title', cell: ({ title }) => title },
  {
    key: 'content_type',
    head: documentLabels.content_type,
    sort: 'content_type',
    width: 90,
    cell: ({ content_type }) => <FileKindBadge contentType={content_type} />,
  },
  {
    key: 'byte_size',
    head: documentLabels.byte_size,
    sort: 'byte_size',
    align: 'right',
    width: 100,
    cell: ({ byte_size }) => sizeText(byte_size),
  },
  {
    key: 'created_at',
    head: documentLabels.created_at,
    sort: 'created_at',
    nowrap: true,
    width: 160,
    cell: ({ created_at }) => formatInstant(new Date(created_at)),
  },
  { key: 'user_name', head: documentLabels.user_name, sort: 'user_name', width: 140, cell: ({ user_name }) => user_name },
]

/** What law keeps a paper as, chosen in its row (decision 053). */
const recordColumn = (onMark: ((id: number, kind: RecordKind | null) => void) | undefined): Column<StoredDocument> => ({
  key: 'record_kind',
  head: documentLabels.record_kind,
  width: 150,
  cell: ({ id, title, record_kind }) =>
    onMark === undefined ? (
      record_kind && recordKindLabels[record_kind]
    ) : (
      <Select
        aria-label={`${title}の${documentLabels.record_kind}`}
        value={record_kind ?? ''}
        onChange={event => onMark(id, recordKinds.find(kind => kind === event.target.value) ?? null)}
      >
        <option value="">なし</option>
        {recordKinds.map(kind => (
          <option key={kind} value={kind}>
            {recordKindLabels[kind]}
          </option>
        ))}
      </Select>
    ),
})

const actions = (onRemove: ((row: StoredDocument) => void) | undefined): Column<StoredDocument> => ({
  key: 'actions',
  head: '',
  width: 88,
  cell: row => <FileActions title={row.title} url={row.file_url} onRemove={onRemove === undefined ? undefined : () => onRemove(row)} />,
})
