import type { FormType } from './labels.ts'

/** What the rules here need to know of a construction as it will be after saving. */
export interface RequiredState {
  use_electronic_signboard: boolean
}

const always: Readonly<Record<Exclude<FormType, 'all'>, readonly string[]>> = {
  overall_schedule: ['assigned_contractors', 'common_area_period', 'privately_area_period', 'schedule_change_end_on'],
  representative: ['supplier_id', 'sales_staff_id'],
  construction_info: ['manage_no', 'name'],
  photography_places: [],
  options: [],
}
const signboard = ['electronic_signboard_type', 'electronic_signboard_contractor_id'] as const

/** Fields that a form type marks 必須 and the server demands (spec §5, G-VAL-08), keyed as their errors are. */
export const requiredFields = (formType: FormType, { use_electronic_signboard }: RequiredState): string[] => {
  if (formType === 'all') return Object.keys(always).flatMap(each => requiredFields(each as FormType, { use_electronic_signboard }))
  return [...always[formType], ...(formType === 'photography_places' && use_electronic_signboard ? signboard : [])]
}
