import type { RouteObject } from 'react-router'
import { ErrorPage } from './errors/ErrorPage.tsx'
import { paths } from '../site/paths.ts'
import { Root } from './Root.tsx'
import { layout, page, shell } from './site.ts'

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

/** Where the routes of residents and of who works here are put when somebody goes there: their shells, and in one the office's layouts. */
export const rootId = 'root'
export const staffId = 'staff'

/**
 * The site map, of everybody: every address, its layout, who may enter, its title and where its code is. A page is one line. Those of
 * residents (./resident-routes.tsx) and of who works here (./site-routes.tsx, ./office-routes.tsx) are fetched with the first of their pages:
 * nobody's letter waits for a hundred addresses of the office, and no craftsman's day for those of a letter.
 */
export const routes: RouteObject[] = [
  {
    id: rootId,
    Component: Root,
    ErrorBoundary: ErrorPage,
    children: [
      shell(() => import('./layouts/LoginShell.tsx'), [layout('login', loginPages)]),
      shell(() => import('./layouts/DefaultShell.tsx'), [layout('default', defaultPages)]),
    ],
  },
]
