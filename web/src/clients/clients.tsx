// Front door of the clients: how far the own company has come.
export { FirstSteps } from './readiness/FirstSteps.tsx'
export { OwnReadiness } from './readiness/OwnReadiness.tsx'
