import { masterPages } from '../masters.tsx'
import { suppliers } from './suppliers.tsx'

export const pages = masterPages(suppliers)
