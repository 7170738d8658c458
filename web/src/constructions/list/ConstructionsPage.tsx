import { roleIds } from '@toguchi/domain/access/actor'
import { type ComponentType, lazy, Suspense } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { queryClient } from '../../platform/api/api.ts'
import { configuration } from '../../platform/session/configuration.ts'
import { Late } from '../../platform/late-part.ts'
import { knownUser } from '../../platform/session/session.ts'
import { useSignedIn } from '../../platform/session/use-user.ts'
import { whenIdle } from '../../platform/when-idle.ts'
import { dateOfAddress, loadReadWholeDay, loadOwnDay, ownDayOf } from '../../rooms/rooms.tsx'
import { Help } from '../../ui/form/FieldParts.ts'

// Who is on the way needs the day at once and the list later; the office needs the list alone (D-44).
const loadList = () => import('./ConstructionList.tsx')
const ConstructionList = lazy(async () => ({ default: (await loadList()).ConstructionList }))
// A list that does not arrive in a cellar takes no day away.
const ListBelowTheDay = lazy(async () => {
  // On a slow telephone its two dozen files would stand before the first door on the way to the screen.
  await new Promise<void>(resolve => void whenIdle(resolve))
  return {
    default: await loadList()
      .then(list => list.ConstructionList)
      .catch(() => NoList),
  }
})
const NoList = () => <Help>工事一覧を読み込めませんでした。電波のよい場所で、ページを開き直してください。</Help>

/** As the loader fetched it. React's `lazy` shows nothing first, also of what is there already, and takes a third of a second more. */
let OwnDay: ComponentType | null = null

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const search = new URL(request.url).searchParams
  if (knownUser()?.role_id === roleIds.craftsman) {
    // Where it cannot be read the page says so, and has more to show. Nothing of it waits for the other: it is opened in cellars.
    const reading = queryClient.ensureQueryData(ownDayOf(dateOfAddress(search))).catch(() => null)
    const wholeDay = globalThis.daySnapshot === undefined ? null : loadReadWholeDay().then(({ readWholeDay }) => readWholeDay())
    const [day, module] = await Promise.all([reading, loadOwnDay(), configuration(), wholeDay])
    OwnDay = module.OwnDay
    return day
  }
  const [{ readList }] = await Promise.all([loadList(), configuration()])
  return readList(search)
}

/** The first page of everybody inside a client: of craftsmen their day, and below it the list that is everybody's. */
export const ConstructionsPage = () => {
  const isCraftsman = useSignedIn().role_id === roleIds.craftsman
  return (
    <>
      {isCraftsman && OwnDay !== null ? <OwnDay /> : null}
      <Suspense>
        {isCraftsman ? (
          <Late>
            <ListBelowTheDay />
          </Late>
        ) : (
          <ConstructionList />
        )}
      </Suspense>
    </>
  )
}
