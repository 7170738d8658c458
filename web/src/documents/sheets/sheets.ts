import { lazy } from 'react'

/** Fetched when it is begun (STYLE 12). */
export const SheetsModal = lazy(async () => ({ default: (await import('./SheetsModal.tsx')).SheetsModal }))
