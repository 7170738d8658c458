import { only } from '../access/actor.ts'

/** Who makes photo ledgers, which leave the house: 1, 2, 3. What would stand in one is seen by everybody who may read photos. */
export const canMakePhotoLedgers = only('admin', 'staffAdmin', 'staff')
