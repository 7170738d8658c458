import { ErrorContent } from './ErrorContent.tsx'

/** /404 and every address that is none of ours. */
export const NotFoundPage = () => <ErrorContent status={404} message="This page could not be found" />
