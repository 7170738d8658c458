import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { becomeAccount } from '../../../platform/session/joined-sessions.ts'
import { useSignedIn } from '../../../platform/session/session.ts'
import { toast } from '../../../platform/toast.ts'
import { paths } from '../../../site/paths.ts'
import type { OwnVisit } from '../own-days.ts'

type Visited = Pick<OwnVisit, 'id' | 'construction_id' | 'company'>

/** Where a visit's room is, and `at` of it what is done next: its photos, its report, the end of its visit. */
export const openRoomOf = ({ construction_id, id }: Visited, at = ''): string => `${paths.room(construction_id, id)}${at}`

interface Props {
  visit: Visited
  at?: string
  label?: string
  className?: string | undefined
  testId?: string
  /** The next step, of all that are offered. */
  primary?: boolean
  children: ReactNode
}

/** The one way from a card to a room: it is the account of the visit's company that goes there (D-40). */
export const RoomLink = ({ visit, at = '', ...link }: Props) => <AccountLink company={visit.company} to={openRoomOf(visit, at)} {...link} />

type AccountLinkProps = Omit<Props, 'visit' | 'at'> & { company: OwnVisit['company']; to: string }

/** Leads to a page of a company, by the account that the person has there. */
export const AccountLink = ({ company, to, label, className, testId, primary = false, children }: AccountLinkProps) => {
  const navigate = useNavigate()
  const { client } = useSignedIn()
  const goAsItsAccount = async () => {
    if (await becomeAccount(company.cd).catch(() => false)) await navigate(to)
    else toast.failure(`${company.name}のアカウントに切り替えられませんでした。電波のよい場所でもう一度お試しください。`)
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
        if (client?.cd === company.cd) return
        event.preventDefault()
        void goAsItsAccount()
      }}
    >
      {children}
    </Link>
  )
}
