import { masterLabels, masterNames } from '@toguchi/domain/masters/labels'
import { canManageMasters } from '@toguchi/domain/masters/policy'
import { paths } from '../../site/paths.ts'
import type { AnswerOf } from '../../platform/api/api.ts'
import { CompletionReportFields, type ReportValues, withoutDestroyed } from './CompletionReportFields.tsx'
import type { Master } from '../master.ts'
import { masterPages } from '../masters.tsx'

type CompletionReport = AnswerOf<'GET /api/completion_reports/:id'>['completion_report']

const completionReports: Master<CompletionReport, ReportValues> = {
  noun: masterNames.completion_reports,
  api: () => '/api/completion_reports',
  plural: 'completion_reports',
  singular: 'completion_report',
  listTo: paths.completion_reports,
  detailTo: ({ id }) => paths.completion_report(id),
  name: ({ name }) => name,
  columns: [
    { key: 'name', head: masterLabels.name, sort: 'name', cell: ({ name }) => name },
    { key: 'items', head: '項目', cell: ({ completion_report_items: items }) => items.map(({ name }) => name).join('、') },
    { key: 'remarks', head: masterLabels.remarks, sort: 'remarks', cell: ({ remarks }) => remarks },
  ],
  sortable: ['name', 'remarks'],
  blank: () => ({ name: '', remarks: '', completion_report_items_attributes: [], touched: false }),
  values: ({ name, remarks, completion_report_items: items }) => ({
    name,
    remarks: remarks ?? '',
    completion_report_items_attributes: items.map(({ completion_report_item_units: units, ...item }) => ({
      ...item,
      unit_name: item.unit_name ?? '',
      _destroy: false,
      completion_report_item_units_attributes: units.map(unit => ({ ...unit, _destroy: false })),
    })),
    touched: false,
  }),
  body: ({ touched: _touched, completion_report_items_attributes: items, ...report }) => ({
    ...report,
    completion_report_items_attributes: items.map(({ completion_report_item_units_attributes: units, unit_name, ...item }) =>
      withoutDestroyed({
        ...item,
        // What an item of another kind had is not asked any more.
        ...(item.kind === 'number' ? { unit_name } : {}),
        ...(item.kind === 'choice' ? { completion_report_item_units_attributes: units.map(unit => withoutDestroyed(unit)) } : {}),
      }),
    ),
  }),
  Fields: CompletionReportFields,
  knowsTwoWriters: true,
  canCreate: canManageMasters,
  formWidth: 800,
}

export const pages = masterPages(completionReports)
