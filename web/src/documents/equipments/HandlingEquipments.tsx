import { formatDay } from '@toguchi/domain/calendar/day'
import { forAppLabel, handlingEquipmentLabel, handlingEquipmentLabels as labels } from '@toguchi/domain/documents/labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate, useApiMutation } from '../../platform/api/api.ts'
import { linkRenewal } from '../../platform/link-renewal.ts'
import { sendFile } from '../../platform/api/send-file.ts'
import { Badge } from '../../ui/Badge.tsx'
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/layout/EmptyState.tsx'
import { sizeText } from '../../ui/files/FileDrop.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { useListState } from '../../ui/table/list-state.ts'
import { UploadPanel } from '../../ui/files/UploadPanel.tsx'
import { documentUploads, fewest, FileActions, useFileViewer } from '../file-list.tsx'
import { FileKindBadge } from '../FileKindBadge.tsx'
import { type Equipment, equipmentsKey, equipmentsOf, readers } from './equipment-reads.ts'
import { HandlingEquipmentModal } from './HandlingEquipmentModal.tsx'
import { Stack } from '../../ui/layout/Layout.ts'
import { Help } from '../../ui/form/FieldParts.ts'
import { Select } from '../../ui/form/Control.ts'
import styles from './HandlingEquipments.module.css'

interface Props {
  construction_id: number
  mayKeep: boolean
}

/** Manuals of the installed equipment: for residents, or for craftsmen only (G-RES-15). */
export const HandlingEquipments = ({ construction_id, mayKeep }: Props) => {
  const [state] = useListState()
  const { data } = useQuery({ ...equipmentsOf(construction_id, state), refetchInterval: linkRenewal })
  const [dialog, ask] = useConfirm()
  const [edited, setEdited] = useState<Equipment | null>(null)
  const [viewer, open] = useFileViewer(
    data?.handling_equipments ?? [],
    ({ file_name }) => file_name,
    row => `${formatDay(row.registered_on)}　${row.user_name ?? ''}`,
  )
  const remove = useApiMutation('DELETE /api/constructions/:construction_id/handling_equipments/:id', {
    invalidates: [equipmentsKey],
    message: '削除しています…',
  })
  const askAndRemove = async ({ id, file_name }: Equipment) => {
    if (await ask({ title: `「${file_name}」を削除します。よろしいですか？`, confirm: '削除する', danger: true }))
      remove.mutate({ params: { construction_id, id } })
  }
  const filtered = Object.keys(state.filters).length > 0
  return (
    <Stack>
      {dialog}
      {viewer}
      {mayKeep ? (
        <>
          <Help>取り付ける機器の取扱説明書などです。「居住者」は居住者ページに、「職人のみ」は担当の職人だけに表示されます。</Help>
          <UploadPanel
            {...documentUploads}
            label={`取扱機器の資料をドロップ、または選択（${documentUploads.limit}MBまで）`}
            noun={handlingEquipmentLabel}
            titleLabel={labels.file_name}
            details={{ for_app: false }}
            renderDetails={({ state: progress, details, file }, change) => (
              <label className={styles.equipmentReaders}>
                {labels.for_app}
                <span className="sr-only">（{file.name}）</span>
                <Select
                  value={String(details.for_app)}
                  disabled={progress === 'sending' || progress === 'queued'}
                  onChange={event => change({ for_app: event.target.value === 'true' })}
                >
                  {readers.map(({ value, label }) => (
                    <option key={label} value={String(value)}>
                      {label}
                    </option>
                  ))}
                </Select>
              </label>
            )}
            send={({ id, file, title, details }, options) =>
              sendFile(
                'POST /api/constructions/:construction_id/handling_equipments',
                {
                  params: { construction_id },
                  body: { handling_equipment: { file_name: title, for_app: details.for_app, uuid: id } },
                  files: { 'handling_equipment[file]': file },
                },
                options,
              )
            }
            onArrived={() => void invalidate([equipmentsKey])}
          />
        </>
      ) : null}
      <div>
        {filtered || (data?.total_count ?? 0) > fewest ? (
          <FilterBar filters={[{ name: 'file_name', label: `${labels.file_name}を検索`, width: 260 }]} />
        ) : null}
        <DataTable
          label={handlingEquipmentLabel}
          columns={columnsFor(mayKeep ? { edit: setEdited, remove: row => void askAndRemove(row) } : undefined)}
          rows={data?.handling_equipments}
          rowKey={({ id }) => id}
          onRow={open}
          total={data?.total_count ?? 0}
          {...(filtered
            ? {}
            : {
                empty: (
                  <EmptyState
                    title={`${handlingEquipmentLabel}の資料はまだありません。`}
                    text={mayKeep ? '取扱説明書や施工要領書を登録できます。' : '登録されると、ここに表示されます。'}
                  />
                ),
              })}
        />
      </div>
      {edited === null ? null : (
        <HandlingEquipmentModal construction_id={construction_id} equipment={edited} onClose={() => setEdited(null)} />
      )}
    </Stack>
  )
}

interface Changes {
  edit: (row: Equipment) => void
  remove: (row: Equipment) => void
}

const columnsFor = (changes: Changes | undefined): Column<Equipment>[] => [
  { key: 'file_name', head: labels.file_name, sort: 'file_name', cell: ({ file_name }) => file_name },
  // Craftsmen see theirs only, which need no saying.
  ...(changes === undefined
    ? []
    : [
        {
          key: 'for_app',
          head: labels.for_app,
          sort: 'for_app',
          width: 100,
          cell: ({ for_app }: Equipment) => <Badge tone={for_app ? 'neutral' : 'brand'}>{forAppLabel(for_app)}</Badge>,
        },
      ]),
  {
    key: 'content_type',
    head: labels.content_type,
    sort: 'content_type',
    width: 90,
    cell: ({ content_type }) => <FileKindBadge contentType={content_type} />,
  },
  { key: 'byte_size', head: labels.byte_size, sort: 'byte_size', align: 'right', width: 100, cell: ({ byte_size }) => sizeText(byte_size) },
  {
    key: 'registered_on',
    head: labels.registered_on,
    sort: 'registered_on',
    nowrap: true,
    width: 110,
    cell: ({ registered_on }) => formatDay(registered_on),
  },
  { key: 'user_name', head: labels.user_name, sort: 'user_name', width: 140, cell: ({ user_name }) => user_name },
  {
    key: 'actions',
    head: '',
    width: 124,
    cell: row => (
      <FileActions
        title={row.file_name}
        url={row.file_url}
        onEdit={changes === undefined ? undefined : () => changes.edit(row)}
        onRemove={changes === undefined ? undefined : () => changes.remove(row)}
      />
    ),
  },
]
