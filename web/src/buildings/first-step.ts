import { paths } from '../site/paths.ts'

/** Where a construction of this building begins (G-BLD-09). */
export const firstStepOf = (buildingId: number): string => `${paths.step_overall_schedule('new')}?building_id=${buildingId}`
