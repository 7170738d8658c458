import { masterPages } from '../masters/masters.tsx'
import { contractors } from './contractors-master.tsx'

export const pages = masterPages(contractors)
