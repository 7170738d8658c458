import { type RoleId, roleIds } from '@toguchi/domain/access/actor'
import type { Text } from '../../../platform/i18n.ts'
import type { IconName } from '../../../ui/icons/Icon.tsx'
import { paths } from '../../../site/paths.ts'
import type { LayoutName } from '../../site.ts'

export interface Entry {
  to: string
  text: Text
  icon: IconName
}
export interface Group {
  group: 'documents' | 'construction-masters'
  text: Text
  icon: IconName
  entries: Entry[]
}

/** The person, as far as menus ask. */
export interface Reader {
  role_id: RoleId
  contractor_id?: number | null
  primary_contractor_id?: number | null
  can_register_staff?: boolean
}

type Params = Readonly<Record<string, string | undefined>>

const { admin, staffAdmin, staff, craftsman, operator } = roleIds
const entry = (to: string, text: Text, icon: IconName): Entry => ({ to, text, icon })
/** One page, called by who it is the top of. */
const platformTop = ({ role_id }: Reader): Entry =>
  entry(paths.admins_top(), role_id === operator ? 'nav.operator_top' : 'nav.admin_top', 'home')

/** The entries a person sees in a layout's sidebar: contents of specification section 2, menu rules of section 6. Null: no sidebar. */
export const sidebarOf = (layout: LayoutName, reader: Reader, params: Params): (Entry | Group)[] | null =>
  sidebars[layout]?.(reader, params) ?? null

const sidebars: Partial<Record<LayoutName, (reader: Reader, params: Params) => (Entry | Group)[]>> = {
  admin: reader => [
    platformTop(reader),
    ...when(reader.role_id === admin, [
      entry(paths.admin_dashboard(), 'nav.admin_dashboard', 'dashboard'),
      entry(paths.admin_clients(), 'nav.admin_clients', 'contractor'),
      entry(paths.admin_admins(), 'nav.admin_admins', 'user'),
      entry(paths.admin_operators(), 'nav.admin_operators', 'phone'),
      entry(paths.admin_orders(), 'nav.admin_orders', 'orders'),
    ]),
  ],

  client: reader => [
    ...when(is(reader, admin, operator), [platformTop(reader)]),
    entry(paths.buildings(), 'nav.buildings', 'building'),
    entry(paths.constructions(), 'nav.constructions', 'construction'),
    ...when(!is(reader, craftsman, operator), [entry(paths.remaining_constructions(), 'nav.remaining_constructions', 'remaining')]),
    ...when(!is(reader, craftsman), [entry(paths.orders(), 'nav.orders', 'orders'), entry(paths.desk(), 'nav.desk', 'phone')]),
  ],

  building: (reader, params) => {
    const id = idOf(params.building_id ?? params.id)
    return [
      entry(paths.buildings(), 'nav.building_list', 'list'),
      entry(paths.building(id), 'nav.building', 'building'),
      ...when(!is(reader, craftsman, operator), [
        entry(paths.building_room_composition(id), 'nav.room_composition', 'grid'),
        entry(paths.building_documents(id), 'nav.building_documents', 'folder'),
      ]),
      ...when(!is(reader, craftsman), [entry(paths.building_support_versions(id), 'nav.building_support_versions', 'history')]),
    ]
  },

  construction: (reader, params) => {
    const id = idOf(params.construction_id ?? params.id)
    return [
      entry(paths.constructions(), 'nav.construction_list', 'list'),
      entry(paths.construction(id), 'nav.construction', 'detail'),
      entry(paths.overall_schedule(id), 'nav.overall_schedule', 'calendar'),
      entry(paths.detail_schedule(id), 'nav.detail_schedule', 'grid'),
      ...when(!is(reader, craftsman), [
        entry(paths.construction_residents(id), 'nav.construction_residents', 'staff'),
        entry(paths.answer_board(id), 'nav.answer_board', 'phone'),
        entry(paths.messages(id), 'nav.messages', 'bell'),
        entry(paths.filings(id), 'nav.filings', 'check'),
        entry(paths.construction_order_list(id), 'nav.orders', 'orders'),
        entry(paths.desk(), 'nav.desk', 'phone'),
      ]),
      entry(paths.construction_completion_reports(id), 'nav.completion_reports', 'report'),
      {
        group: 'documents',
        text: 'nav.documents',
        icon: 'folder',
        entries: [
          entry(paths.common_area_images(id), 'nav.common_area_images', 'camera'),
          entry(paths.photo_ledger(id), 'nav.photo_ledger', 'print'),
          ...when(!is(reader, craftsman), [entry(paths.board_report(id), 'nav.board_report', 'report')]),
          entry(paths.attachment_files(id), 'nav.attachment_files', 'clip'),
          ...when(is(reader, admin, staffAdmin, staff), [entry(paths.in_house_documents(id), 'nav.in_house_documents', 'lock')]),
          entry(paths.completion_book(id), 'nav.completion_book', 'book'),
        ],
      },
      ...when(!is(reader, craftsman, operator), [
        entry(paths.construction_remaining(id), 'nav.remaining_constructions', 'remaining'),
        entry(paths.construction_history(id), 'nav.construction_history', 'history'),
      ]),
    ]
  },

  master: reader => {
    const own = reader.contractor_id ?? null
    return [
      ...when(is(reader, admin, staffAdmin) || reader.can_register_staff === true, [entry(paths.staffs(), 'nav.staffs', 'staff')]),
      ...(is(reader, craftsman) && own !== null ? [entry(paths.craftsmans(own), 'nav.craftsmans', 'helmet')] : []),
      ...when(!is(reader, craftsman, operator), [
        entry(paths.departments(), 'nav.departments', 'department'),
        entry(paths.contractors(), 'nav.contractors', 'contractor'),
      ]),
      ...(is(reader, craftsman) && own !== null && !reader.primary_contractor_id
        ? [entry(paths.subcontract_contractors(own), 'nav.subcontract_contractors', 'subcontract')]
        : []),
      ...when(!is(reader, craftsman, operator), [entry(paths.suppliers(), 'nav.suppliers', 'supplier'), constructionMasters]),
      ...when(is(reader, admin, staffAdmin), [entry(paths.settings(), 'nav.settings', 'settings')]),
    ]
  },
}

const constructionMasters: Group = {
  group: 'construction-masters',
  text: 'nav.construction_masters',
  icon: 'folder',
  entries: [
    entry(paths.photography_places(), 'nav.photography_places', 'camera'),
    entry(paths.incomplete_reasons(), 'nav.incomplete_reasons', 'reason'),
    entry(paths.construction_orders(), 'nav.construction_orders', 'sequence'),
    entry(paths.options(), 'nav.options', 'option'),
    entry(paths.completion_reports(), 'nav.completion_reports', 'report'),
    entry(paths.completion_report_settings(), 'nav.completion_report_settings', 'settings'),
    entry(paths.electronic_signboard_contractors(), 'nav.electronic_signboard_contractors', 'board'),
    entry(paths.faqs(), 'nav.faqs', 'history'),
  ],
}

/** The header's way to the other half of the application (specification section 2, G-LAY-02); null where a role has none. */
export const switchOf = (layout: LayoutName, reader: Reader): { to: string; target: 'master' | 'client' } | null => {
  if (layout === 'master') return is(reader, craftsman) ? null : { to: paths.constructions(), target: 'client' }
  if (!['client', 'building', 'construction', 'property'].includes(layout) || is(reader, operator)) return null
  if (is(reader, admin, staffAdmin)) return { to: paths.staffs(), target: 'master' }
  if (is(reader, craftsman)) return reader.contractor_id ? { to: paths.craftsmans(reader.contractor_id), target: 'master' } : null
  return { to: paths.departments(), target: 'master' }
}

const is = (reader: Reader, ...roles: RoleId[]): boolean => roles.includes(reader.role_id)
const when = <T>(condition: boolean, entries: T[]): T[] => (condition ? entries : [])
/** Addresses hold ids as text; a malformed one leads to pages that answer 404. */
const idOf = (text: string | undefined): number => Number(text)
