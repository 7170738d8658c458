import { masterPages } from '../masters/masters.tsx'
import { craftsmen } from './craftsmen-master.tsx'

export const pages = masterPages(craftsmen, 'craftsman_id')
