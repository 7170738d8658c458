import { noCraftsmenText } from '@toguchi/domain/contractors/labels'
import { constructionLabels } from '@toguchi/domain/constructions/labels'
import { canManageContractors, canUseContractors } from '@toguchi/domain/contractors/policy'
import { canAssign, canNameCraftsmen, canUnassign } from '@toguchi/domain/constructions/policy'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { useActor } from '../../platform/session/actor.ts'
import { q } from '../../platform/api/api.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Choice } from '../../ui/form/fields/Choice.tsx'
import { FieldError } from '../../ui/form/FormField.tsx'
import { RequiredMark } from '../../ui/form/RequiredMark.tsx'
import { useFormState } from '../../ui/form/Form.tsx'
import { MultiSelectField } from '../../ui/form/fields/MultiSelectField.tsx'
import { type AssignedRow, type ConstructionValues, selectedContractors, withContractor, withoutContractor } from '../form/form-values.ts'
import { FieldBox, Help, Label, ErrorText } from '../../ui/form/FieldParts.ts'
import { Actions } from '../../ui/layout/Layout.ts'
import type { Missing } from './company-modals.tsx'
import styles from './ContractorRows.module.css'

/** Who works here: contractors, each with the craftsmen who are named (spec §6, contractor assignment rules). */
export const ContractorRows = ({ onAdd }: { onAdd: (missing: Missing) => void }) => {
  const actor = useActor()
  const id = useId()
  const { edited } = useFormState()
  const { field } = useController<ConstructionValues, 'assigned_contractors_attributes'>({ name: 'assigned_contractors_attributes' })
  const { data } = useQuery(q('GET /api/contractors', { query: { exclude_pagination: true } }, { silent: true }))
  const selected = selectedContractors(field.value)
  const none = data?.contractors.length === 0
  const free = (data?.contractors ?? []).filter(
    contractor => canAssign(actor, contractor) && selected.every(row => row.contractor_id !== contractor.id),
  )
  const change = (rows: AssignedRow[]) => {
    edited('assigned_contractors')
    field.onChange(rows)
  }
  return (
    <FieldBox data-field="assigned_contractors" data-span="all">
      <Label htmlFor={id}>
        {constructionLabels.assigned_contractors}
        <RequiredMark />
      </Label>
      <ul className={styles.contractors}>
        {field.value.map((row, at) =>
          row._destroy ? null : (
            <ContractorRow
              key={row.contractor_id}
              row={row}
              at={at}
              {...(canUnassign(actor, { id: row.contractor_id, primary_contractor_id: row.primary_contractor_id })
                ? { onRemove: () => change(withoutContractor(field.value, row.contractor_id)) }
                : {})}
              onAdd={onAdd}
              mayName={canNameCraftsmen(actor, { id: row.contractor_id, primary_contractor_id: row.primary_contractor_id })}
            />
          ),
        )}
      </ul>
      <Choice
        input={{ id, name: 'construction[assigned_contractors_attributes]' }}
        value={null}
        placeholder={placeholderOf(free.length, selected.length)}
        disabled={free.length === 0}
        options={free.map(({ id: value, name, primary_contractor_name }) => ({
          value,
          label: primary_contractor_name === null ? name : `${name}（${primary_contractor_name}の二次）`,
        }))}
        onChoose={chosen => {
          const contractor = free.find(each => each.id === chosen)
          if (contractor !== undefined) change(withContractor(field.value, contractor))
        }}
      />
      {none ? <Help>協力会社がまだ登録されていません。工事をおこなう会社（自社の場合は自社）を追加してください。</Help> : null}
      {canManageContractors(actor) ? (
        <Actions>
          <Button size="small" icon="plus" onClick={() => onAdd('contractor')}>
            協力会社を追加
          </Button>
        </Actions>
      ) : null}
      <FieldError name="assigned_contractors" label={constructionLabels.assigned_contractors} />
    </FieldBox>
  )
}

const placeholderOf = (free: number, selected: number): string => {
  if (selected === 0) return '協力会社を選択してください'
  return free === 0 ? '選択できる協力会社はほかにありません' : 'ほかの協力会社も選択できます'
}

interface RowProps {
  row: AssignedRow
  at: number
  /** Absent where the actor may not take it away. */
  onRemove?: () => void
  onAdd: (missing: Missing) => void
  mayName: boolean
}

const ContractorRow = ({ row, at, onRemove, onAdd, mayName }: RowProps) => {
  const actor = useActor()
  const { data } = useQuery(
    q('GET /api/craftsmans', { query: { exclude_pagination: true, craftsman: { contractor_id: row.contractor_id } } }, { silent: true }),
  )
  const listed = data?.craftsmans ?? []
  const others = Object.entries(row.craftsman_names).filter(([id]) => listed.every(each => each.id !== Number(id)))
  return (
    <li>
      <div className={styles.contractorName}>
        <strong>{row.contractor_name}</strong>
        {onRemove === undefined ? null : <IconButton icon="trash" label={`${row.contractor_name}を外す`} onClick={onRemove} />}
      </div>
      {data !== undefined && listed.length + others.length === 0 ? (
        <>
          <ErrorText>{noCraftsmenText}</ErrorText>
          <Help>この協力会社の職人はまだ登録されていません。職人は、詳細工程表を確定するまでに選択してください。</Help>
        </>
      ) : (
        <MultiSelectField
          name={`assigned_contractors_attributes.${at}.craftsman_ids`}
          label={`${constructionLabels.assigned_craftsmans}（${row.contractor_name}）`}
          disabled={!mayName}
          options={[
            ...listed.map(({ id, name }) => ({ value: id, label: name })),
            ...others.map(([id, name]) => ({ value: Number(id), label: name })),
          ]}
        />
      )}
      {mayName && canUseContractors(actor) ? (
        <Actions>
          <Button size="small" icon="plus" onClick={() => onAdd({ contractorId: row.contractor_id })}>
            職人を追加
          </Button>
        </Actions>
      ) : null}
      <FieldError name="assigned_craftsmans" label={constructionLabels.assigned_craftsmans} />
      <FieldError name={`assigned_contractors.${at}.contractor_id`} label={constructionLabels.assigned_contractors} />
    </li>
  )
}
