import { Suspense } from 'react'
import { optionalPart } from '../../platform/optional-part.ts'
import { PlainFrame } from './PlainFrame.tsx'

// Nobody's page waits for it, and none goes where it cannot be fetched.
const Chatbot = optionalPart(async () => (await import('../../chatbot/chatbot.tsx')).Chatbot)
const foot = (
  <Suspense>
    <Chatbot />
  </Suspense>
)

/** Residents' pages read by their loaders and keep no cache: it would be a twelfth of what a telephone downloads first. */
export const ResidentShell = () => <PlainFrame layout="resident" foot={foot} />
