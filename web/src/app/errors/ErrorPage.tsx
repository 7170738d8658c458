import { lazy, Suspense, useCallback, useEffect } from 'react'
import { createPath, isRouteErrorResponse, useLocation, useNavigate, useNavigation, useRevalidator, useRouteError } from 'react-router'
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
  const location = useLocation()
  const isFileMissing = isChunkFailure(error)
  const isUnreachable = (error instanceof ApiError && error.isUnreachable) || (!navigator.onLine && isFileMissing)
  const openAgain = useOpeningAgain(isUnreachable, isFileMissing)
  const forResidents = location.pathname.startsWith('/residents/')
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
        unreachable={isUnreachable || isFileMissing ? (navigator.onLine ? 'silent' : 'offline') : null}
        here={createPath(location)}
        onAgain={openAgain}
        message={status === 404 ? 'This page could not be found' : ''}
      />
    </main>
  )
}

/** Milliseconds between two looks for a server that said nothing: the device knows nothing of its coming back. */
const lookEvery = 15_000

/**
 * What could not be opened without a line opens by itself as soon as there is one, or the server answers; the same for whoever does not wait.
 * A part of the page whose file did not come is asked for once in the life of a document: that begins anew, which without a line would leave
 * nothing at all.
 */
const useOpeningAgain = (isUnreachable: boolean, isFileMissing: boolean): (() => void) => {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const isBusy = useNavigation().state !== 'idle'
  const open = useCallback(() => {
    if (isFileMissing && navigator.onLine) return window.location.reload()
    // Whoever goes to the `#…` at which they are loads nothing, unless all is to be read anew.
    if (hash !== '') void revalidate()
    void navigate({ pathname, search, hash }, { replace: true })
  }, [isFileMissing, pathname, search, hash, navigate, revalidate])
  useEffect(() => {
    if (!isUnreachable) return
    addEventListener('online', open)
    return () => removeEventListener('online', open)
  }, [isUnreachable, open])
  useEffect(() => {
    // A look would break off what is on its way, be it the one before it.
    if (!isUnreachable || isBusy) return
    const look = setInterval(() => {
      if (navigator.onLine && document.visibilityState === 'visible') open()
    }, lookEvery)
    return () => clearInterval(look)
  }, [isUnreachable, isBusy, open])
  return open
}

/** The status of anything that can be thrown: a Response, an answer of the API, `{statusCode}`, an Error. */
export const statusOf = (error: unknown): number => {
  if (isRouteErrorResponse(error)) return error.status
  if (error instanceof ApiError) return error.status === 0 ? 500 : error.status
  if (typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number') return error.statusCode
  return 500
}
