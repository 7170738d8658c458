// Front door of the clients: how far the own company has come.
export { OwnReadiness } from './readiness/OwnReadiness.tsx'
