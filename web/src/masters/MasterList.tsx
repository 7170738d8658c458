import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { useActor } from '../platform/session/actor.ts'
import { Button } from '../ui/Button.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { FilterBar } from '../ui/table/FilterBar.tsx'
import { useListState } from '../ui/table/list-state.ts'
import { Modal } from '../ui/dialog/Modal.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { listOf, type Master, type MasterRow, shownOf } from './master.ts'
import { MasterForm } from './MasterForm.tsx'

/** The list page of any master: search, order, pages, and a modal for a new row. */
export const MasterList = <Row extends MasterRow, Values extends FieldValues>({ master }: { master: Master<Row, Values> }) => {
  const address = useParams()
  const navigate = useNavigate()
  const [state] = useListState()
  const [adding, setAdding] = useState(false)
  const { data } = useQuery(listOf(master, address, state))
  const actor = useActor()
  const may = master.canCreate(actor)
  const back = master.listBack?.(actor, address)
  const add = may ? (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      新規登録
    </Button>
  ) : null
  const tools = (
    <>
      {master.Tools === undefined ? null : <master.Tools shown={shownOf(master, address, state, data?.total)} />}
      {add}
    </>
  )
  return (
    <>
      <PageHead title={`${master.noun}一覧`} actions={tools} {...(back ? { back } : {})} />
      <FilterBar filters={[{ name: 'name', label: `${master.noun}を検索`, width: 260 }, ...(master.filters ?? [])]} />
      <DataTable
        label={master.noun}
        columns={master.columns}
        rows={data?.rows}
        total={data?.total ?? 0}
        rowKey={({ id }) => id}
        rowTo={row => master.detailTo(row, address)}
        {...(Object.keys(state.filters).length === 0 ? { empty: <EmptyState action={add} /> } : {})}
      />
      <Modal
        opened={adding}
        onClose={() => setAdding(false)}
        title={`${master.noun}の新規登録`}
        {...(master.formWidth === undefined ? {} : { width: master.formWidth })}
        {...(master.formTestId === undefined ? {} : { testId: master.formTestId })}
      >
        <MasterForm
          master={master}
          row={null}
          onSaved={row => {
            setAdding(false)
            void navigate(master.detailTo(row, address))
          }}
        />
      </Modal>
    </>
  )
}
