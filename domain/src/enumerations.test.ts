import { expect, it } from 'vitest'
import { clientStatuses } from './clients/labels.ts'
import { constructionTypes, electronicSignboardTypes } from './constructions/labels.ts'
import { constructionStatuses } from './constructions/status.ts'
import { topOrBottom, verticalOrHorizontal } from './masters/labels.ts'
import { orderStatuses } from './orders/labels.ts'
import { payMethods } from './money/pay-method.ts'
import { photoTimings } from './photos/labels.ts'
import { genders, ownOrRent } from './residents/labels.ts'
import { receptionStatuses, roomStatuses } from './rooms/labels.ts'

// The values are kept in databases and known to other programs: a new spelling must be seen here first.
it.each([
  ['the status of a client', clientStatuses, ['contracted', 'terminated']],
  ['the status of a room', roomStatuses, ['waiting', 'completed', 'reschedule']],
  ['the reception status of a room', receptionStatuses, ['not_yet', 'web', 'tel', 'paper', 'mail', 'visit', 'other']],
  [
    'the status of a construction',
    constructionStatuses,
    ['not_yet', 'in_progress', 'completed', 'remaining', 'incomplete', 'planned', 'no_room'],
  ],
  ['the type of a construction', constructionTypes, ['renewal', 'inspection']],
  ['the type of a signboard', electronicSignboardTypes, ['board', 'header', 'footer']],
  ['the status of an order', orderStatuses, ['initial', 'unpaid', 'paid', 'cancel_application', 'cancel_order', 'failed']],
  ['the ways to pay', payMethods, ['credit', 'webcvs', 'cash', 'other']],
  ['the timing of a photo', photoTimings, ['before_construction', 'under_construction', 'after_construction']],
  ['the first direction of an order', topOrBottom, ['top', 'bottom']],
  ['the second direction of an order', verticalOrHorizontal, ['vertical', 'horizontal']],
  ['the gender of a resident', genders, ['male', 'female', 'other']],
  ['how a resident lives there', ownOrRent, ['own', 'rent']],
])('%s has the values of the specification', (_name, values, expected) => expect(values).toEqual(expected))
