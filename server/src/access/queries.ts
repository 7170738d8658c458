import { sql } from 'kysely'

/** Name of the constructions' table in the query around. */
type Construction = 'c' | 'n'

/** A craftsman reaches a construction where they are named and the assignment lives (G-CRA-02). */
export const namesCraftsman = (construction: Construction, { clientId, id }: { clientId: number; id: number }) =>
  sql<boolean>`exists (select from assigned_contractors a
    join assigned_craftsmans m on m.client_id = a.client_id and m.assigned_contractor_id = a.id
    where a.client_id = ${clientId} and a.construction_id = ${sql.ref(`${construction}.id`)} and a.discarded_at is null and m.craftsman_id = ${id})`

/** The same for prepared text whose `$1` is the client, with the parameter that carries the craftsman. */
export const namesCraftsmanText = (construction: Construction, parameter: string) => `exists (select from assigned_contractors a
  join assigned_craftsmans m on m.client_id = a.client_id and m.assigned_contractor_id = a.id
  where a.client_id = $1 and a.construction_id = ${construction}.id and a.discarded_at is null and m.craftsman_id = ${parameter})`
