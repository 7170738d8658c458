import { useEffect } from 'react'
import { painted } from '../../../platform/after-paint.ts'
import { untilFetched } from '../../../platform/late-part.ts'
import { addTexts } from '../../../platform/i18n.ts'
import { isMobile } from '../../../platform/screen.ts'
import { createStore } from '../../../platform/store.ts'
import { useStore } from '../../../platform/use-store.ts'
import { addDrawings } from '../../../ui/icons/Icon.tsx'
import type * as AllNavigation from './navigation.tsx'

export type Navigation = Omit<typeof AllNavigation, 'texts' | 'officeDrawings'>

const navigation = createStore<Navigation | null>(null)

/** Fetches it, once; where the line ends before it has come, whoever presses its button asks again. */
export const loadNavigation = async (): Promise<void> => {
  if (navigation.get() !== null) return
  const { Drawer, Sidebar, sidebarOf, StepHeader, switchOf, texts, officeDrawings } = await import('./navigation.tsx')
  addTexts(texts)
  addDrawings(officeDrawings)
  navigation.set({ Drawer, Sidebar, sidebarOf, StepHeader, switchOf })
}

/** Before the shell shows: beside the page it stands from the first picture on; on a phone it lies behind a button, and comes after the page. */
export const navigationAtOnce = async (): Promise<void> => {
  if (!isMobile()) await loadNavigation()
}

/** Null until it has come, which it does by itself. */
export const useNavigation = (): Navigation | null => {
  useEffect(() => {
    void painted().then(() => untilFetched(loadNavigation))
  }, [])
  return useStore(navigation)
}
