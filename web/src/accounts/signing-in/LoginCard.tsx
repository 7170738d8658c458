import { type ComponentProps, lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { holdsTickets } from '../../platform/outbox/holds-tickets.ts'
import { paths } from '../../site/paths.ts'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Links } from '../../ui/plain/Links.ts'
import { ButtonLink } from '../../ui/plain/Button.tsx'
import { Rows } from '../../ui/plain/form/Rows.ts'
import { CraftsmenElsewhere } from './CraftsmenElsewhere.tsx'
import { LoginForm } from './LoginForm.tsx'

// Fetched on the phones of craftsmen alone.
const EndedAccounts = lazy(async () => ({ default: (await import('./EndedAccounts.tsx')).EndedAccounts }))

/** The whole of a login page: the form, and the ways of who cannot sign in. */
export const LoginCard = ({ title, strategy }: { title: string; strategy: ComponentProps<typeof LoginForm>['strategy'] }) => (
  <>
    <Title>{title}</Title>
    {strategy === 'user' && holdsTickets() ? (
      <Suspense>
        <EndedAccounts />
      </Suspense>
    ) : null}
    <Card>
      <Rows>
        <LoginForm strategy={strategy} />
        {strategy === 'user' ? <WithoutPassword /> : null}
      </Rows>
    </Card>
    {strategy === 'user' ? <CraftsmenElsewhere /> : null}
    <Links aria-label="ログインできない方">
      <Link to={paths.login_id_reminder()}>ログインIDを忘れた方</Link>
      <Link to={paths.password_reminder()}>パスワードを忘れた方</Link>
    </Links>
  </>
)

/** Craftsmen need no password (decision 084). */
const WithoutPassword = () => (
  <ButtonLink to={paths.sign_in_link()} kind="secondary" wide>
    SMS・メールでログイン（職人の方）
  </ButtonLink>
)
