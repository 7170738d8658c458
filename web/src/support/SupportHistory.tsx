import type { SupportVersion } from '@toguchi/domain/support/contract'
import { supportLabels } from '@toguchi/domain/support/labels'
import { canEraseSupport } from '@toguchi/domain/support/policy'
import type { ReactNode } from 'react'
import { useActor } from '../platform/session/actor.ts'
import type { Refusal } from '../ui/form/field-errors.ts'
import type { Option } from '../ui/form/fields/SelectField.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { FilterBar } from '../ui/table/FilterBar.tsx'
import { type ListState, useListState } from '../ui/table/list-state.ts'
import { Paging } from '../ui/table/Paging.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { SupportEntries } from './SupportEntries.tsx'
import { type ReceptionType, SupportForm, type SupportValues } from './SupportForm.tsx'
import styles from './SupportHistory.module.css'

interface Props {
  resource: 'building_support_version' | 'customer_support_version'
  entries: readonly SupportVersion[] | undefined
  total: number
  receptionTypes: readonly ReceptionType[]
  rooms?: readonly Option[]
  error: Refusal | null
  saving: boolean
  /** For whoever may erase what an entry says. */
  EraseEntry: (props: { entry: SupportVersion }) => ReactNode
  onSave: (values: SupportValues) => Promise<unknown>
}

/** A history and the form that adds to it, side by side: who is on the line is answered out of one page. */
export const SupportHistory = ({ resource, entries, total, receptionTypes, onSave, EraseEntry, ...form }: Props) => {
  const [state, change] = useListState()
  const actor = useActor()
  const operator = actor.kind === 'operator'
  const telephone = receptionTypes.find(({ name }) => name === '電話')
  const filtered = Object.keys(state.filters).length > 0
  const save = async (values: SupportValues) => {
    await onSave(values)
    // The new entry stands on the first page.
    if (state.currentPage > 1) change({ currentPage: 1 })
  }
  return (
    <div className={styles.columns}>
      <Section title="対応を記録する" name="support-form">
        <SupportForm
          {...form}
          resource={resource}
          receptionTypes={receptionTypes}
          usual={operator && telephone !== undefined ? [telephone.id] : []}
          onSave={save}
        />
      </Section>
      <div>
        <FilterBar
          filters={[
            { name: 'contents', label: '内容を検索', width: 220 },
            {
              name: 'reception_type_id',
              label: supportLabels.reception_type_ids,
              options: receptionTypes.map(({ id, name }) => ({ value: String(id), label: name })),
            },
          ]}
        />
        <Section title="これまでの対応" name="support-history">
          {entries?.length === 0 ? (
            filtered ? (
              <EmptyState title="条件に合う対応履歴がありません。" />
            ) : (
              <EmptyState title="対応履歴はまだありません。" text="電話や訪問での対応を記録すると、ここに新しい順に表示されます。" />
            )
          ) : (
            <SupportEntries
              entries={entries ?? []}
              showRooms={resource === 'building_support_version'}
              Tools={canEraseSupport(actor) ? EraseEntry : null}
            />
          )}
        </Section>
        {total === 0 ? null : <Paging total={total} state={state} change={change} />}
      </div>
    </div>
  )
}

/** The part of the address that narrows a history; a reception type that is no number counts as none. */
export const filterOf = ({ filters }: ListState) => {
  const reception_type_id = Number(filters.reception_type_id)
  return {
    ...(filters.contents === undefined ? {} : { contents: filters.contents }),
    ...(Number.isSafeInteger(reception_type_id) && reception_type_id > 0 ? { reception_type_id } : {}),
  }
}
