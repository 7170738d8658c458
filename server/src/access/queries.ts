import type { CraftsmanActor } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'

/** A craftsman reaches a construction `c` of the query around where they are named and the assignment lives (G-CRA-02). */
export const namesCraftsman = ({ partOf, id }: CraftsmanActor) =>
  sql<boolean>`exists (select from assigned_contractors ac
    join assigned_craftsmans am on am.client_id = ac.client_id and am.assigned_contractor_id = ac.id
    where ac.client_id = ${partOf} and ac.construction_id = c.id and ac.discarded_at is null and am.craftsman_id = ${id})`

/** The same for prepared text whose `$1` is the client, with the parameter that carries the craftsman. */
export const namesCraftsmanText = (parameter: string) => `exists (select from assigned_contractors ac
  join assigned_craftsmans am on am.client_id = ac.client_id and am.assigned_contractor_id = ac.id
  where ac.client_id = $1 and ac.construction_id = c.id and ac.discarded_at is null and am.craftsman_id = ${parameter})`
