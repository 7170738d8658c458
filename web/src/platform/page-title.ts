import { useEffect } from 'react'
import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

const override = createStore<string | null>(null)

/** Names the document after what a page shows (「グランコート青葉 工事詳細」) instead of the site map's title (G-LAY-16). */
export const usePageTitle = (title: string | null): void =>
  useEffect(() => {
    override.set(title)
    return () => override.set(null)
  }, [title])

export const usePageTitleOverride = (): string | null => useStore(override)
