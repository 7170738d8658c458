// What leads from page to page, fetched as one: at once by whoever sees it beside the page, on a craftsman's phone once the page stands.
export { Drawer } from './Drawer.tsx'
export { Sidebar } from './Sidebar.tsx'
export { sidebarOf, switchOf } from './sidebars.ts'
export { StepHeader } from './StepHeader.tsx'
export { texts } from '../../../platform/locales/office/ja.ts'
export { officeDrawings } from '../../../ui/icons/office-drawings.ts'
