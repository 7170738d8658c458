import { redirect, type RouteObject } from 'react-router'
import { addTexts } from '../platform/i18n.ts'
import { texts } from '../platform/locales/office/ja.ts'
import { paths } from '../site/paths.ts'
import { addDrawings } from '../ui/icons/Icon.tsx'
import { officeDrawings } from '../ui/icons/office-drawings.ts'
import { clientChosen } from './entry.ts'
import { layout, page } from './site.ts'

addTexts(texts)
addDrawings(officeDrawings)

const spreadsheet = () => import('../spreadsheets/SpreadsheetImportPage.tsx')
const exceptCraftsmen = 'except_resident_and_craftsman_authenticated'

const adminPages = [
  page(paths.admins_top(), 'admin_and_operator_authenticated', 'page.admins_top', () => import('../clients/AdminsTopPage.tsx')),
  page(
    paths.admin_dashboard(),
    'admin_authenticated',
    'page.admin_dashboard',
    () => import('../dashboard/platform/AdminDashboardPage.tsx'),
  ),
  page(
    paths.admin_clients(),
    'admin_authenticated',
    'page.admin_clients',
    async () => (await import('../clients/client-pages.tsx')).pages.list,
  ),
  page(
    paths.admin_client(':id'),
    'admin_authenticated',
    'page.admin_client',
    async () => (await import('../clients/client-pages.tsx')).pages.detail,
  ),
  page(
    paths.admin_admins(),
    'admin_authenticated',
    'page.admin_admins',
    async () => (await import('../accounts/platform-accounts-master.tsx')).adminPages.list,
  ),
  page(
    paths.admin_admin(':id'),
    'admin_authenticated',
    'page.admin_admin',
    async () => (await import('../accounts/platform-accounts-master.tsx')).adminPages.detail,
  ),
  page(
    paths.admin_operators(),
    'admin_authenticated',
    'page.admin_operators',
    async () => (await import('../accounts/platform-accounts-master.tsx')).operatorPages.list,
  ),
  page(
    paths.admin_operator(':id'),
    'admin_authenticated',
    'page.admin_operator',
    async () => (await import('../accounts/platform-accounts-master.tsx')).operatorPages.detail,
  ),
  page(paths.admin_orders(), 'admin_authenticated', 'page.admin_orders', () => import('../orders/lists/AdminOrdersPage.tsx')),
]

const clientPages = [
  page(paths.dashboard(), 'user_authenticated', 'page.dashboard', () => import('../dashboard/DashboardPage.tsx')),
  page(
    paths.buildings(),
    'except_resident_authenticated',
    'page.buildings',
    async () => (await import('../buildings/building-pages.tsx')).pages.list,
  ),
  page(paths.spreadsheet('buildings'), exceptCraftsmen, 'page.spreadsheets', spreadsheet),
  page(
    paths.remaining_constructions(),
    'staff_authenticated',
    'page.remaining_constructions',
    () => import('../rooms/remaining/RemainingConstructionsPage.tsx'),
  ),
  page(paths.desk(), exceptCraftsmen, 'page.desk', () => import('../answers/desk/DeskPage.tsx')),
  page(paths.calls(), exceptCraftsmen, 'page.calls', () => import('../answers/desk/CallsPage.tsx')),
  page(paths.orders(), exceptCraftsmen, 'page.orders', () => import('../orders/lists/OrdersPage.tsx')),
]

const buildingPages = [
  page(
    paths.building(':id'),
    'except_resident_authenticated',
    'page.building',
    async () => (await import('../buildings/building-pages.tsx')).pages.detail,
  ),
  page(
    paths.building_documents(':building_id'),
    'staff_authenticated',
    'page.building_documents',
    () => import('../documents/BuildingDocumentsPage.tsx'),
  ),
  page(
    paths.building_support_versions(':building_id'),
    'except_resident_and_craftsman_authenticated',
    'page.building_support_versions',
    () => import('../support/BuildingSupportVersionsPage.tsx'),
  ),
  page(
    paths.building_room_composition(':building_id'),
    'staff_authenticated',
    'page.room_composition',
    () => import('../buildings/BuildingRoomCompositionPage.tsx'),
  ),
]

const c = ':construction_id'
const assigned = 'user_and_assigned_craftsman_authenticated'
const constructionPages = [
  page(
    paths.overall_schedule(c),
    assigned,
    'page.overall_schedule',
    () => import('../constructions/overall-schedule/OverallSchedulePage.tsx'),
  ),
  page(paths.detail_schedule(c), assigned, 'page.detail_schedule', () => import('./ScheduleWithRoomPage.tsx')),
  page(
    paths.construction_residents(c),
    exceptCraftsmen,
    'page.construction_residents',
    () => import('../residents-list/ResidentsPage.tsx'),
  ),
  page(paths.answer_board(c), exceptCraftsmen, 'page.answer_board', () => import('../answers/AnswerBoardPage.tsx')),
  page(
    paths.construction_history(c),
    'staff_authenticated',
    'page.construction_history',
    () => import('../constructions/history/HistoryPage.tsx'),
  ),
  page(paths.messages(c), exceptCraftsmen, 'page.messages', () => import('../messages/MessagesPage.tsx')),
  page(
    paths.construction_letter_texts(c, ':document'),
    exceptCraftsmen,
    'page.letter_texts',
    () => import('../documents/letters/ConstructionLetterTextsPage.tsx'),
  ),
  page(
    paths.construction_completion_reports(c),
    assigned,
    'page.construction_completion_reports',
    () => import('../completion-reports/CompletionReportsPage.tsx'),
  ),
  page(paths.photo_ledger(c), assigned, 'page.photo_ledger', () => import('../photo-ledgers/PhotoLedgerPage.tsx')),
  page(paths.hard_rooms(c), exceptCraftsmen, 'page.hard_rooms', () => import('../board-reports/HardRoomsPage.tsx')),
  page(paths.board_report(c), exceptCraftsmen, 'nav.board_report', () => import('../board-reports/BoardReportPage.tsx')),
  page(paths.filings(c), exceptCraftsmen, 'nav.filings', () => import('../filings/FilingsPage.tsx')),
  page(paths.attachment_files(c), assigned, 'page.attachment_files', () => import('../documents/AttachmentFilesPage.tsx')),
  page(
    paths.in_house_documents(c),
    'staff_authenticated',
    'page.in_house_documents',
    () => import('../documents/InHouseDocumentsPage.tsx'),
  ),
  page(paths.completion_book(c), assigned, 'page.completion_book', () => import('../completion-books/CompletionBookPage.tsx')),
  page(
    paths.construction_remaining(c),
    assigned,
    'page.construction_remaining',
    () => import('../rooms/remaining/ConstructionRemainingPage.tsx'),
  ),
  page(
    paths.construction_order_list(c),
    exceptCraftsmen,
    'page.construction_order_list',
    () => import('../orders/lists/ConstructionOrdersPage.tsx'),
  ),
]

const propertyPages = [
  page(paths.room_composition(c), assigned, 'page.room_composition', () => import('../rooms/composition/RoomCompositionPage.tsx')),
  page(paths.construction_spreadsheet(c, ':kind'), exceptCraftsmen, 'page.spreadsheets', spreadsheet),
  page(
    paths.customer_support_versions(c, ':id'),
    'except_resident_and_craftsman_authenticated',
    'page.customer_support_versions',
    () => import('../support/CustomerSupportVersionsPage.tsx'),
  ),
]

const constructionFormPages = [
  page(paths.construction_edit(c), assigned, 'page.construction_edit', () => import('../constructions/ConstructionEditPage.tsx')),
  page(
    paths.construction_copy(c),
    'user_authenticated',
    'page.construction_copy',
    () => import('../constructions/ConstructionCopyPage.tsx'),
  ),
  page(
    paths.step_overall_schedule(c),
    'user_authenticated',
    'page.step_overall_schedule',
    async () => (await import('../constructions/construction-steps.tsx')).pages.overall_schedule,
  ),
  page(
    paths.step_representative(c),
    'user_authenticated',
    'page.step_representative',
    async () => (await import('../constructions/construction-steps.tsx')).pages.representative,
  ),
  page(
    paths.step_construction_info(c),
    'user_authenticated',
    'page.step_construction_info',
    async () => (await import('../constructions/construction-steps.tsx')).pages.construction_info,
  ),
  page(
    paths.step_photography_places(c),
    'user_authenticated',
    'page.step_photography_places',
    async () => (await import('../constructions/construction-steps.tsx')).pages.photography_places,
  ),
  page(
    paths.step_options(c),
    'user_authenticated',
    'page.step_options',
    async () => (await import('../constructions/construction-steps.tsx')).pages.options,
  ),
]

const masterPages = [
  page(
    paths.staffs(),
    'register_staff_authenticated',
    'page.staffs',
    async () => (await import('../accounts/staffs-master.tsx')).pages.list,
  ),
  page(
    paths.staff(':id'),
    'register_staff_authenticated',
    'page.staff',
    async () => (await import('../accounts/staffs-master.tsx')).pages.detail,
  ),
  page(paths.departments(), 'staff_authenticated', 'page.departments', async () => (await import('../masters/departments.tsx')).pages.list),
  page(
    paths.department(':id'),
    'staff_authenticated',
    'page.department',
    async () => (await import('../masters/departments.tsx')).pages.detail,
  ),
  page(
    paths.contractors(),
    'staff_authenticated',
    'page.contractors',
    async () => (await import('../contractors/contractor-pages.tsx')).pages.list,
  ),
  page(
    paths.contractor(':id'),
    'staff_authenticated',
    'page.contractor',
    async () => (await import('../contractors/contractor-pages.tsx')).pages.detail,
  ),
  page(
    paths.craftsmans(':contractor_id'),
    'except_resident_and_operator_authenticated',
    'page.craftsmans',
    async () => (await import('../contractors/craftsman-pages.tsx')).pages.list,
  ),
  page(
    paths.craftsman(':contractor_id', ':craftsman_id'),
    'except_resident_and_operator_authenticated',
    'page.craftsman',
    async () => (await import('../contractors/craftsman-pages.tsx')).pages.detail,
  ),
  page(
    paths.subcontract_contractors(':contractor_id'),
    'craftsman_authenticated',
    'page.subcontract_contractors',
    async () => (await import('../contractors/subcontract-contractors.tsx')).pages.list,
  ),
  page(
    paths.subcontract_contractor(':contractor_id', ':id'),
    'craftsman_authenticated',
    'page.subcontract_contractor',
    async () => (await import('../contractors/subcontract-contractors.tsx')).pages.detail,
  ),
  page(
    paths.suppliers(),
    'staff_authenticated',
    'page.suppliers',
    async () => (await import('../masters/suppliers/supplier-pages.tsx')).pages.list,
  ),
  page(
    paths.supplier(':id'),
    'staff_authenticated',
    'page.supplier',
    async () => (await import('../masters/suppliers/supplier-pages.tsx')).pages.detail,
  ),
  page(
    paths.photography_places(),
    'staff_authenticated',
    'page.photography_places',
    async () => (await import('../masters/photography-places.tsx')).pages.list,
  ),
  page(
    paths.photography_place(':id'),
    'staff_authenticated',
    'page.photography_place',
    async () => (await import('../masters/photography-places.tsx')).pages.detail,
  ),
  page(paths.faqs(), 'staff_authenticated', 'page.faqs', async () => (await import('../chatbot/faqs-master.tsx')).pages.list),
  page(paths.faq(':id'), 'staff_authenticated', 'page.faq', async () => (await import('../chatbot/faqs-master.tsx')).pages.detail),
  page(
    paths.incomplete_reasons(),
    'staff_authenticated',
    'page.incomplete_reasons',
    async () => (await import('../masters/incomplete-reasons.tsx')).pages.list,
  ),
  page(
    paths.incomplete_reason(':id'),
    'staff_authenticated',
    'page.incomplete_reason',
    async () => (await import('../masters/incomplete-reasons.tsx')).pages.detail,
  ),
  page(
    paths.construction_orders(),
    'staff_authenticated',
    'page.construction_orders',
    async () => (await import('../masters/construction-orders.tsx')).pages.list,
  ),
  page(
    paths.construction_order(':id'),
    'staff_authenticated',
    'page.construction_order',
    async () => (await import('../masters/construction-orders.tsx')).pages.detail,
  ),
  page(paths.options(), 'staff_authenticated', 'page.options', async () => (await import('../options/options-master.tsx')).pages.list),
  page(paths.option(':id'), 'staff_authenticated', 'page.option', async () => (await import('../options/options-master.tsx')).pages.detail),
  page(
    paths.completion_reports(),
    'staff_authenticated',
    'page.completion_reports',
    async () => (await import('../masters/completion-reports/completion-reports.tsx')).pages.list,
  ),
  page(
    paths.completion_report(':id'),
    'staff_authenticated',
    'page.completion_report',
    async () => (await import('../masters/completion-reports/completion-reports.tsx')).pages.detail,
  ),
  page(
    paths.completion_report_settings(),
    'staff_authenticated',
    'page.completion_report_settings',
    () => import('../masters/completion-reports/CompletionReportSettingsPage.tsx'),
  ),
  page(
    paths.electronic_signboard_contractors(),
    'staff_authenticated',
    'page.electronic_signboard_contractors',
    async () => (await import('../masters/signboard-contractors.tsx')).pages.list,
  ),
  page(
    paths.electronic_signboard_contractor(':id'),
    'staff_authenticated',
    'page.electronic_signboard_contractor',
    async () => (await import('../masters/signboard-contractors.tsx')).pages.detail,
  ),
  page(paths.spreadsheet(':kind'), exceptCraftsmen, 'page.spreadsheets', spreadsheet),
  page(
    paths.letter_texts(':document'),
    'staff_admin_authenticated',
    'page.letter_texts',
    () => import('../documents/letters/LetterTextsPage.tsx'),
  ),
  page(paths.legal_texts(), 'staff_admin_authenticated', 'page.legal_texts', () => import('../legal-texts/LegalTextsPage.tsx')),
  page(paths.settings(), 'staff_admin_authenticated', 'page.settings', () => import('../clients/SettingsPage.tsx')),
]

/** A creation step without an id is one of a construction that does not exist yet (G-CON-02). */
const steps = ['construction_info', 'options', 'overall_schedule', 'photography_places', 'representative'] as const
const idlessSteps: RouteObject[] = steps.map(step => ({
  path: `/constructions/${step}/new`,
  loader: () => redirect(paths[`step_${step}`]('new')),
}))

/**
 * The site map of who works here: platform, office and desk, and of craftsmen what is not the day on the site. All of it stands in the shell
 * of ./site-routes.tsx.
 */
export const officeRoutes: RouteObject[] = [
  layout('admin', adminPages),
  layout('client', clientPages, [clientChosen]),
  layout('building', buildingPages, [clientChosen]),
  layout('construction', constructionPages, [clientChosen]),
  layout('property', propertyPages, [clientChosen]),
  layout('construction_form', constructionFormPages, [clientChosen]),
  layout('master', masterPages, [clientChosen]),
]

/** Beside the shell: what leads on. */
export const leadingOn: RouteObject[] = idlessSteps
