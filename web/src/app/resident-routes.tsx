import type { RouteObject } from 'react-router'
import { addTexts } from '../platform/i18n.ts'
import { texts } from '../platform/locales/residents/ja.ts'
import { beginReading } from '../residents/reading/reading.ts'
import { paths } from '../site/paths.ts'
import { layout, page, shell } from './site.ts'

addTexts(texts)
export { beginReading }

const u = [':client_uuid', ':construction_uuid', ':room_uuid'] as const

/** Reached by a letter, a message or a link that somebody was sent. */
const letterPages = [
  page(paths.resident_logout(), 'open', 'page.resident_logout', () => import('../residents/entering/ResidentLogoutPage.tsx')),
  page(
    paths.resident_password_reminder_edit(),
    'open',
    'page.password_reminder_edit',
    () => import('../residents/entering/ResidentPasswordResetPage.tsx'),
  ),
  page(
    paths.resident_room_select(u[0], u[1]),
    'open',
    'page.resident_room_select',
    () => import('../residents/entering/RoomSelectPage.tsx'),
  ),
  page(paths.resident_absence(u[0], ':token'), 'open', 'page.resident_absence', () => import('../residents/answering/AbsencePage.tsx')),
  page(
    paths.resident_visit_notice(':notice_uuid'),
    'open',
    'page.resident_visit_notice',
    () => import('../residents/answering/VisitNoticePage.tsx'),
  ),
  page(
    paths.resident_authentication_code(...u),
    'open',
    'page.resident_authentication_code',
    () => import('../residents/entering/AuthenticationCodePage.tsx'),
  ),
  page(
    paths.resident_confirmation_code(...u),
    'reject_direct_access',
    'page.resident_confirmation_code',
    () => import('../residents/entering/ConfirmationCodePage.tsx'),
  ),
  page(
    paths.resident_login(...u),
    'guest_of_residents',
    'page.resident_login',
    () => import('../residents/entering/ResidentLoginPage.tsx'),
  ),
  page(
    paths.resident_login_id_reminder(...u),
    'open',
    'page.login_id_reminder',
    () => import('../residents/entering/ResidentLoginIdReminderPage.tsx'),
  ),
  page(
    paths.resident_password_reminder(...u),
    'open',
    'page.password_reminder',
    () => import('../residents/entering/ResidentPasswordReminderPage.tsx'),
  ),
  page(paths.shared_book(u[0], ':token'), 'open', 'page.shared_book', () => import('../completion-books/SharedBookPage.tsx')),
  // An address of a letter that was typed and is none: the server knows those that are some.
  page('/r/*', 'open', 'page.not_found', () => import('../residents/entering/ResidentNotFoundPage.tsx')),
  page(paths.shared_report(u[0], ':token'), 'open', 'page.shared_report', () => import('../board-reports/SharedReportPage.tsx')),
  page('/residents/*', 'open', 'page.not_found', () => import('../residents/entering/ResidentNotFoundPage.tsx')),
]

const residentPages = [
  page(paths.resident_top(), 'resident_authenticated', 'page.resident_top', () => import('../residents/ResidentTopPage.tsx')),
  page(paths.resident_edit(), 'resident_authenticated', 'page.resident_edit', () => import('../residents/contact/ResidentEditPage.tsx')),
  page(
    paths.resident_documents(),
    'resident_authenticated',
    'page.resident_documents',
    () => import('../residents/files/ResidentDocumentsPage.tsx'),
  ),
  page(
    paths.resident_handling_equipments(),
    'resident_authenticated',
    'page.resident_handling_equipments',
    () => import('../residents/files/ResidentHandlingEquipmentsPage.tsx'),
  ),
  page(
    paths.resident_orders(),
    'resident_authenticated',
    'page.resident_orders',
    () => import('../residents/orders/ResidentOrdersPage.tsx'),
  ),
  page(
    paths.resident_date(),
    'resident_authenticated',
    'page.resident_date',
    () => import('../residents/dates/ChangeConstructionDatePage.tsx'),
  ),
  page(
    paths.resident_presence(),
    'resident_authenticated',
    'page.resident_presence',
    () => import('../residents/answering/PresencePage.tsx'),
  ),
  page(
    paths.resident_options(),
    'resident_authenticated',
    'page.resident_options',
    () => import('../residents/orders/ResidentOptionsPage.tsx'),
  ),
]

/** The site map of residents, and of who was sent a link to a book or a report. */
export const residentRoutes: RouteObject[] = [
  shell(() => import('./layouts/LoginShell.tsx'), [layout('login', letterPages)]),
  shell(() => import('./layouts/ResidentShell.tsx'), [layout('resident', residentPages)]),
]
