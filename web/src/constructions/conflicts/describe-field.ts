import { formatDay, formatDayShort } from '@toguchi/domain/calendar/day'
import {
  constructionLabels,
  constructionTypeLabels,
  electronicSignboardTypeLabels,
  securityEquipmentLabels,
} from '@toguchi/domain/constructions/labels'
import { formatYen } from '@toguchi/domain/money/tax'
import { photoTimingLabels, photoTimings } from '@toguchi/domain/photos/labels'
import type { ConstructionValues } from '../form/form-values.ts'
import type { FieldName } from './merge-versions.ts'

/** The names behind the ids of a form, as far as the lists know them. */
export interface Names {
  suppliers: ReadonlyMap<number, string>
  persons: ReadonlyMap<number, string>
  staffs: ReadonlyMap<number, string>
  signboardContractors: ReadonlyMap<number, string>
  places: ReadonlyMap<number, string>
  craftsmen: ReadonlyMap<number, string>
}

const ownLabels: Partial<Record<FieldName, string>> = {
  briefing_session_date: '説明会の日付',
  briefing_session_time: '説明会の時刻',
  assigned_contractors_attributes: constructionLabels.assigned_contractors,
  common_photography_places_attributes: constructionLabels.common_photography_places,
  private_photography_places_attributes: constructionLabels.private_photography_places,
  constructions_options_attributes: constructionLabels.constructions_options,
}

/** What the screen calls a field. */
export const labelOfField = (name: FieldName): string => ownLabels[name] ?? constructionLabels[name as keyof typeof constructionLabels]

const missing = '―'
const named = (names: ReadonlyMap<number, string>, id: number | null) => (id === null ? missing : (names.get(id) ?? missing))
const listed = (texts: readonly string[]) => (texts.length === 0 ? missing : texts.join('、'))
const timingsOf = (row: Readonly<Record<(typeof photoTimings)[number], boolean>>) =>
  photoTimings
    .filter(timing => row[timing])
    .map(timing => photoTimingLabels[timing])
    .join('・')

/** A field's value as a person reads it, for two versions side by side. */
export const describeField = (name: FieldName, values: ConstructionValues, names: Names): string => {
  switch (name) {
    case 'supplier_id':
      return named(names.suppliers, values.supplier_id)
    case 'supplier_staff_id':
      return named(names.persons, values.supplier_staff_id)
    case 'sales_staff_id':
    case 'construction_staff_id':
      return named(names.staffs, values[name])
    case 'electronic_signboard_contractor_id':
      return named(names.signboardContractors, values.electronic_signboard_contractor_id)
    case 'construction_type':
      return values.construction_type === null ? missing : constructionTypeLabels[values.construction_type]
    case 'security_equipment':
      return values.security_equipment === null ? missing : securityEquipmentLabels[values.security_equipment]
    case 'electronic_signboard_type':
      return values.electronic_signboard_type === null ? missing : electronicSignboardTypeLabels[values.electronic_signboard_type]
    case 'time_per_unit':
      return values.time_per_unit === null ? missing : `${values.time_per_unit}分`
    case 'preparation_days':
    case 'common_area_holidays':
    case 'privately_area_holidays':
      return listed(values[name].map(formatDayShort))
    case 'assigned_contractors_attributes':
      return listed(
        values[name]
          .filter(({ _destroy }) => !_destroy)
          .map(({ contractor_name, craftsman_ids, craftsman_names }) => {
            const people = craftsman_ids.map(id => names.craftsmen.get(id) ?? craftsman_names[id] ?? missing)
            return `${contractor_name}（${people.length === 0 ? '職人未定' : people.join('・')}）`
          }),
      )
    case 'common_photography_places_attributes':
    case 'private_photography_places_attributes':
      return listed(
        values[name]
          .filter(({ _destroy }) => !_destroy)
          .map(
            row =>
              [typeof row.photography_place_id === 'number' ? names.places.get(row.photography_place_id) : row.free_input, row] as const,
          )
          .filter(([text]) => text !== undefined && text !== '')
          .map(([text, row]) => `${text}（${timingsOf(row)}${row.remarks === '' ? '' : `、${row.remarks}`}）`),
      )
    case 'constructions_options_attributes':
      return listed(
        values[name].filter(({ _destroy }) => !_destroy).map(row => `${row.option_name}（${formatYen(row.price)}、${timingsOf(row)}）`),
      )
    default: {
      const value = values[name]
      if (value === null || value === '') return missing
      if (typeof value === 'boolean') return value ? 'する' : 'しない'
      return name.endsWith('_on') || name === 'briefing_session_date' ? formatDay(String(value)) : String(value)
    }
  }
}
