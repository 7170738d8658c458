import { createContext, type ReactNode, use, useState } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'

const Page = createContext<ReactNode>(null)
const Standing = () => use(Page)

/** Wraps what is rendered for a test as a page of a router, which may lead on to others. */
export const inRouter = (others: readonly RouteObject[] = []) =>
  function InRouter({ children }: { children: ReactNode }) {
    const [router] = useState(() => createMemoryRouter([{ path: '/', Component: Standing }, ...others]))
    return (
      <Page value={children}>
        <RouterProvider router={router} />
      </Page>
    )
  }
