import { inUseText } from '@toguchi/domain/masters/labels'
import { useQuery } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { useActor } from '../platform/session/actor.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { type Master, type MasterRow, rowOf, useMasterWrite } from './master.ts'
import { MasterForm } from './MasterForm.tsx'
import { UsedByList } from './UsedByList.tsx'

interface Props<Row extends MasterRow, Values extends FieldValues> {
  master: Master<Row, Values>
  id: string
}

/** The detail page of any master: what it is, changed in place, and its removal. */
export const MasterDetail = <Row extends MasterRow, Values extends FieldValues>({ master, id }: Props<Row, Values>) => {
  const address = useParams()
  const { data: row } = useQuery(rowOf(master, address, id))
  usePageTitle(row === undefined ? null : `${master.name(row)} ${master.noun}詳細`)
  if (row === undefined) return null
  return <DetailOfRow key={id} master={master} row={row} />
}

const DetailOfRow = <Row extends MasterRow, Values extends FieldValues>({ master, row }: { master: Master<Row, Values>; row: Row }) => {
  const address = useParams()
  const actor = useActor()
  const navigate = useNavigate()
  const [dialog, ask] = useConfirm()
  const list = master.listTo(address)
  const remove = useMasterWrite(master, address, () => navigate(list))
  const mayChange = master.canChange?.(actor, row) ?? master.canCreate(actor)
  const mayDelete = master.canDelete?.(actor, row) ?? master.canCreate(actor)
  const reason = master.whyNotDelete?.(row) ?? (row.can_delete === false ? inUseText : null)
  const { Below } = master
  const askAndRemove = async () => {
    const sure = await ask({
      title: `${master.noun}「${master.name(row)}」を削除します。よろしいですか？`,
      text: master.lost?.(row) ?? null,
      confirm: '削除する',
      danger: true,
    })
    if (sure) remove.mutate({ method: 'DELETE', id: row.id })
  }
  return (
    <>
      {dialog}
      <PageHead
        title={master.name(row)}
        back={{ to: list, label: `${master.noun}一覧` }}
        actions={
          mayDelete ? (
            <Button kind="danger" icon="trash" reason={reason} onClick={() => void askAndRemove()}>
              削除
            </Button>
          ) : null
        }
      />
      <Section title={`${master.noun}の情報`}>
        {/* The form begins anew with what the server made of it. */}
        <MasterForm key={JSON.stringify(master.values(row))} master={master} row={row} onSaved={() => {}} readOnly={!mayChange} />
      </Section>
      {mayDelete && reason !== null ? <UsedByList noun={master.noun} row={row} /> : null}
      {Below === undefined ? null : <Below row={row} />}
    </>
  )
}
