// Front door of the orders: what a room's page and the settings show of them.
export { PaidOrdersNote } from './PaidOrdersNote.tsx'
export { RoomOrders } from './RoomOrders.tsx'
export { SaleSettings } from './SaleSettings.tsx'
