import { lazy, Suspense, useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router'
import { ApiError } from '../../platform/api/request.ts'
import { isChunkFailure } from '../chunk-reload.ts'
import { ErrorContent } from './ErrorContent.tsx'

/** Fetched for residents alone: this page is part of what everybody downloads first. */
const ResidentNotFoundPage = lazy(async () => ({
  default: (await import('../../residents/entering/ResidentNotFoundPage.tsx')).ResidentNotFoundPage,
}))

/** Stands in for a page whose guard, loader or code failed; 500 unless the error knows better (G-ERR-10). */
export const ErrorPage = () => {
  const error = useRouteError()
  const status = statusOf(error)
  const { pathname, search, hash } = useLocation()
  const isFileMissing = isChunkFailure(error)
  const isUnreachable = (error instanceof ApiError && error.isUnreachable) || (!navigator.onLine && isFileMissing)
  const here = pathname + search + hash
  useOpeningAgain(isUnreachable ? here : null, isFileMissing)
  const forResidents = pathname.startsWith('/residents/')
  if (status === 404 && forResidents)
    return (
      <Suspense>
        <ResidentNotFoundPage />
      </Suspense>
    )
  return (
    <main id="main" style={{ padding: '0 20px', flex: 1 }}>
      <ErrorContent
        status={status}
        unreachable={isUnreachable ? (navigator.onLine ? 'silent' : 'offline') : null}
        here={here}
        message={status === 404 ? 'This page could not be found' : ''}
      />
    </main>
  )
}

/** Milliseconds between two looks for a server that said nothing: the device knows nothing of its coming back. */
const lookEvery = 15_000

/**
 * What could not be opened without a line opens by itself as soon as there is one, or the server answers. A part of the page whose file did
 * not come is asked for once in the life of a document: that begins anew.
 */
const useOpeningAgain = (here: string | null, isFileMissing: boolean): void => {
  const navigate = useNavigate()
  useEffect(() => {
    if (here === null) return
    const open = () => {
      if (isFileMissing) location.reload()
      else void navigate(here, { replace: true })
    }
    const look = setInterval(() => {
      if (navigator.onLine && document.visibilityState === 'visible') open()
    }, lookEvery)
    addEventListener('online', open)
    return () => {
      clearInterval(look)
      removeEventListener('online', open)
    }
  }, [here, isFileMissing, navigate])
}

/** The status of anything that can be thrown: a Response, an answer of the API, `{statusCode}`, an Error. */
export const statusOf = (error: unknown): number => {
  if (isRouteErrorResponse(error)) return error.status
  if (error instanceof ApiError) return error.status === 0 ? 500 : error.status
  if (typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number') return error.statusCode
  return 500
}
