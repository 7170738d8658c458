import type { RouteObject } from 'react-router'
import { ErrorPage } from './errors/ErrorPage.tsx'
import { paths } from '../site/paths.ts'
import { Root } from './Root.tsx'
import { layout, page, shell } from './site.ts'

const u = [':client_uuid', ':construction_uuid', ':room_uuid'] as const

const loginPages = [
  page(paths.login(), 'guest_of_users', 'page.login', () => import('../accounts/signing-in/LoginPage.tsx')),
  page(paths.admins_login(), 'guest_of_platform', 'page.admins_login', () => import('../accounts/signing-in/AdminLoginPage.tsx')),
  page(paths.operators_login(), 'guest_of_platform', 'page.operators_login', () => import('../accounts/signing-in/OperatorLoginPage.tsx')),
  page(paths.login_id_reminder(), 'open', 'page.login_id_reminder', () => import('../accounts/passwords/LoginIdReminderPage.tsx')),
  page(
    paths.login_id_reminder_show(),
    'reject_direct_access',
    'page.login_id_reminder_show',
    () => import('../accounts/passwords/LoginIdSentPage.tsx'),
  ),
  page(paths.craftsman_link(':token'), 'open', 'page.craftsman_link', () => import('../accounts/links/CraftsmanLinkPage.tsx')),
  page(paths.sign_in_link(), 'open', 'page.sign_in_link', () => import('../accounts/links/SignInLinkPage.tsx')),
  page(paths.password_reminder(), 'open', 'page.password_reminder', () => import('../accounts/passwords/PasswordReminderPage.tsx')),
  page(paths.password_reminder_edit(), 'open', 'page.password_reminder_edit', () => import('../accounts/passwords/PasswordResetPage.tsx')),
  page(paths.email_confirmed(), 'open', 'page.email_confirmed', () => import('../accounts/own-account/EmailConfirmedPage.tsx')),
  page(paths.email_consent(), 'open', 'page.email_consent', () => import('../accounts/own-account/EmailConsentPage.tsx')),
  page(
    paths.change_password(),
    'craftsman_authenticated',
    'page.change_password',
    () => import('../accounts/passwords/ChangePasswordPage.tsx'),
  ),
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

const defaultPages = [
  page(paths.terms(), 'open', 'page.terms', async () => (await import('../legal-texts/LegalTextPage.tsx')).termsPage),
  page(
    paths.privacy_policy(),
    'open',
    'page.privacy_policy',
    async () => (await import('../legal-texts/LegalTextPage.tsx')).privacyPolicyPage,
  ),
  page(paths.legal_notice(), 'open', 'page.legal_notice', () => import('./legal/LegalNoticePage.tsx')),
  page(paths.download_app(), 'craftsman_authenticated', 'page.download_app', () => import('../accounts/DownloadAppPage.tsx')),
  page(paths.not_found(), 'open', 'page.not_found', () => import('./errors/NotFoundPage.tsx')),
  page('*', 'open', 'page.not_found', () => import('./errors/NotFoundPage.tsx')),
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

/** Where the routes of who works here are put when somebody goes there: their shell, and in it the office's layouts. */
export const rootId = 'root'
export const staffId = 'staff'

/**
 * The site map, of everybody: every address, its layout, who may enter, its title and where its code is. A page is one line. Those of
 * who works here (./site-routes.tsx, ./office-routes.tsx) are fetched with the first of their pages: nobody's letter waits for a hundred
 * addresses of the office.
 */
export const routes: RouteObject[] = [
  {
    id: rootId,
    Component: Root,
    ErrorBoundary: ErrorPage,
    children: [
      shell(() => import('./layouts/LoginShell.tsx'), [layout('login', loginPages)]),
      shell(() => import('./layouts/DefaultShell.tsx'), [layout('default', defaultPages)]),
      shell(() => import('./layouts/ResidentShell.tsx'), [layout('resident', residentPages)]),
    ],
  },
]
