import { Link, useLocation } from 'react-router'
import { isRecord } from '../../platform/api/request.ts'
import { t } from '../../platform/i18n.ts'
import { chosenClient } from '../../platform/session/credentials.ts'
import { useUser } from '../../platform/session/use-user.ts'
import { chooserFor, isAboveClients } from '../../site/redirect.ts'
import { ErrorContent } from './ErrorContent.tsx'

/** /404 and every address that is none of ours. */
export const NotFoundPage = () => (
  <ErrorContent status={404} message="This page could not be found">
    <OtherCompany />
  </ErrorContent>
)

/** Admins and operators work in one company at a time, and addresses do not say of which they are. */
const OtherCompany = () => {
  const state: unknown = useLocation().state
  const role = useUser()?.role_id
  const missing = isRecord(state) ? state.missing : undefined
  const chosen = chosenClient()
  if ((role !== 1 && role !== 5) || chosen === null || typeof missing !== 'string' || isAboveClients(missing)) return null
  return (
    <>
      <p>現在は「{chosen.name}」を選択しています。別の企業のページの場合は、企業を切り替えると開けます。</p>
      <p>
        <Link to={chooserFor(missing)}>{t('shell.switch_client')}</Link>
      </p>
    </>
  )
}
