// Front door of the orders: what a room's page and the settings show of them. Sections come after the page that they stand in.
import { type ComponentProps, lazy, Suspense } from 'react'
import { partOnDemand } from '../platform/late-part.ts'

const LateOrderDecisionChoice = lazy(async () => ({ default: (await import('./cancelling/OrderDecisionChoice.tsx')).OrderDecisionChoice }))
export const OrderDecisionChoice = (props: ComponentProps<typeof LateOrderDecisionChoice>) => (
  <Suspense>
    <LateOrderDecisionChoice {...props} />
  </Suspense>
)

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

const LateApplyCancelModal = partOnDemand(async () => (await import('./cancelling/ApplyCancelModal.tsx')).ApplyCancelModal)
export const ApplyCancelModal = (props: ComponentProps<typeof LateApplyCancelModal>) => (
  <Suspense>
    <LateApplyCancelModal {...props} />
  </Suspense>
)
