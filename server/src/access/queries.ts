import { sql } from 'kysely'

/** Name of the constructions' table in the query around. */
type Construction = 'c' | 'n'

const assignments = (construction: Construction) => `select from assigned_contractors a
  join assigned_craftsmans m on m.client_id = a.client_id and m.assigned_contractor_id = a.id
  where a.client_id = ${construction}.client_id and a.construction_id = ${construction}.id and a.discarded_at is null and m.craftsman_id =`

/** A craftsman reaches a construction where they are named and the assignment lives (G-CRA-02). */
export const namesCraftsman = (construction: Construction, craftsmanId: number) =>
  sql<boolean>`exists (${sql.raw(assignments(construction))} ${craftsmanId})`

/** The same for prepared text, with the parameter that carries the craftsman. */
export const namesCraftsmanText = (construction: Construction, parameter: string) => `exists (${assignments(construction)} ${parameter})`
