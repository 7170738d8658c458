import type { Actor } from '@toguchi/domain/access/actor'
import { canRegisterStaffs } from '@toguchi/domain/accounts/staffs-policy'
import { usedByLabels } from '@toguchi/domain/masters/labels'
import type { UsedBy } from '@toguchi/domain/masters/used-by-contract'
import { Link } from 'react-router'
import { paths } from '../site/paths.ts'
import { useActor } from '../platform/session/actor.ts'
import { Section } from '../ui/layout/Section.tsx'
import type { MasterRow } from './master.ts'
import { List } from '../ui/layout/Layout.ts'
import { Help } from '../ui/form/FieldParts.ts'

/** Why a row stays: what uses it, with the way there. */
export const UsedByList = ({ noun, row: { used_by = [], used_by_count = 0 } }: { noun: string; row: MasterRow }) => {
  const actor = useActor()
  if (used_by.length === 0) return null
  const more = used_by_count - used_by.length
  return (
    <Section title={`この${noun}を使用しているもの`} name="used-by">
      <List>
        {used_by.map(use => {
          const to = placeOf(use, actor)
          return (
            <li key={`${use.type}-${use.id}`}>
              <Help as="span">{usedByLabels[use.type]}</Help> {to === null ? use.name : <Link to={to}>{use.name}</Link>}
            </li>
          )
        })}
      </List>
      {more > 0 ? <Help>ほか{more}件</Help> : null}
    </Section>
  )
}

/** Where a use is looked at; null where this person may not. */
const placeOf = ({ type, id, parent_id }: UsedBy, actor: Actor): string | null => {
  switch (type) {
    case 'constructions':
      return paths.construction(id)
    case 'rooms':
      return parent_id === null ? null : paths.room(parent_id, id)
    case 'staffs':
      return canRegisterStaffs(actor) ? paths.staff(id) : null
    case 'craftsmans':
      return parent_id === null ? null : paths.craftsman(parent_id, id)
    case 'contractors':
      return actor.kind === 'craftsman' ? paths.subcontract_contractor(actor.contractorId, id) : paths.contractor(id)
    case 'completion_report_settings':
      return paths.completion_report_settings()
  }
}
