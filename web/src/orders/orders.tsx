// Front door of the orders: what a room's page and the settings show of them. Sections come after the page that they stand in.
import { type ComponentProps, lazy, Suspense } from 'react'

export { PaidOrdersNote } from './PaidOrdersNote.tsx'

const LateRoomOrders = lazy(async () => ({ default: (await import('./RoomOrders.tsx')).RoomOrders }))
export const RoomOrders = (props: ComponentProps<typeof LateRoomOrders>) => (
  <Suspense>
    <LateRoomOrders {...props} />
  </Suspense>
)

const LateSaleSettings = lazy(async () => ({ default: (await import('./SaleSettings.tsx')).SaleSettings }))
export const SaleSettings = () => (
  <Suspense>
    <LateSaleSettings />
  </Suspense>
)
