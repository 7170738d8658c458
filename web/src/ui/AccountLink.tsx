import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSignedIn } from '../platform/session/use-user.ts'
import { toast } from '../platform/toast.ts'

interface Props {
  company: { cd: string; name: string }
  to: string
  label?: string
  className?: string | undefined
  testId?: string
  /** The next step, of all that are offered. */
  primary?: boolean
  /** Once it leads there. */
  onFollow?: () => void
  children: ReactNode
}

const become = async (cd: string): Promise<boolean> => (await import('../platform/session/joined-accounts.ts')).becomeAccount(cd)

/** Leads to a page of a company, by the account that the person has there (D-40). */
export const AccountLink = ({ company, to, label, className, testId, primary = false, onFollow, children }: Props) => {
  const navigate = useNavigate()
  const { client } = useSignedIn()
  const goAsItsAccount = async () => {
    if (!(await become(company.cd).catch(() => false)))
      return toast.failure(`${company.name}のアカウントに切り替えられませんでした。電波のよい場所でもう一度お試しください。`)
    onFollow?.()
    await navigate(to)
  }
  return (
    <Link
      to={to}
      className={className}
      aria-label={label}
      data-testid={testId}
      data-company={company.cd}
      data-primary={primary || undefined}
      onClick={event => {
        if (client?.cd === company.cd) return onFollow?.()
        // Another tab or window: it is its browser's affair.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void goAsItsAccount()
      }}
    >
      {children}
    </Link>
  )
}
