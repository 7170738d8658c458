import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths } from '../../site/paths.ts'
import { homeOf, internalPath } from '../../site/redirect.ts'
import { ApiError } from '../../platform/api/request.ts'
import { currentUser, signIn } from '../../platform/session/session.ts'
import { goOnAsLinked } from './craftsman-host.ts'
import { LoginCard } from './LoginCard.tsx'

/** `/?one_time_token=…` signs in without a form (G-ACC-06); a used or old token leaves the form. Who is signed in already stays who they are. */
export const loader = async ({ request }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url)
  const one_time_token = searchParams.get('one_time_token')
  if (one_time_token === null) return null
  const present = await currentUser()
  if (present !== null) {
    const goesOn = await goOnAsLinked(present, searchParams.get('account'))
    return redirect((goesOn ? internalPath(searchParams.get('redirect')) : null) ?? homeOf(present))
  }
  try {
    const user = await signIn('oneTimeToken', { one_time_token })
    return redirect(internalPath(searchParams.get('redirect')) ?? homeOf(user))
  } catch (error) {
    if (error instanceof ApiError) return redirect(paths.login())
    throw error
  }
}

export const LoginPage = () => <LoginCard title="ログイン" strategy="user" />
