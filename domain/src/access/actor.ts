/** Who is calling, as far as policies ask: the server knows it from the session, never from the request body; the browser from what it was told. */
export type Actor =
  | { kind: 'guest' }
  | { kind: 'admin'; id: number }
  | { kind: 'operator'; id: number }
  | { kind: 'staffAdmin'; id: number }
  | { kind: 'staff'; id: number; canRegisterStaff: boolean }
  | { kind: 'craftsman'; id: number; contractorId: number; primaryContractorId: number | null }
  | { kind: 'resident'; id: number; constructionId: number; roomId: number }

export type Kind = Actor['kind']

declare const reached: unique symbol
/**
 * The client whose rows a query may read. Whoever works for the whole client carries it; everybody else gets it from the rows they reach,
 * whose `client_id` it is. A number is not one: a handler that has not asked what its caller reaches has nothing to ask queries with
 * (decision 033).
 */
export type ClientId = number & { readonly [reached]: true }

type With<A, Reach> = A extends unknown ? A & Reach : never
type Of<K extends Kind> = Extract<Actor, { kind: K }>
/** No `ClientId`: only the number of the client of which they reach a part. */
interface Part {
  partOf: number
}

/** Whoever works for the whole client: roles 1, 2, 3 and 5. */
export type OfficeActor = With<Of<'admin' | 'operator' | 'staffAdmin' | 'staff'>, { clientId: ClientId }>
export type CraftsmanActor = With<Of<'craftsman'>, Part>
export type ResidentActor = With<Of<'resident'>, Part>
/** Roles 1 to 5: a craftsman reaches the constructions they are named for. */
export type WorkerActor = OfficeActor | CraftsmanActor
/** An actor inside a client: what every handler of tenant data is given. */
export type ClientActor = WorkerActor | ResidentActor
/** An actor together with the client of what was found to be in their reach: `{ ...actor, clientId: room.client_id }`. */
export type Reached<A> = With<A, { clientId: ClientId }>
export type ReachedActor = Reached<Of<Exclude<Kind, 'guest'>>>

/** An actor as the session alone knows them: admins and operators choose their client with each request. */
export type SessionActor =
  | With<Of<'admin' | 'operator'>, { clientId: null }>
  | With<Of<'staffAdmin' | 'staff'>, { clientId: ClientId }>
  | CraftsmanActor
  | ResidentActor

/** Role ids of the specification, section 6. */
export const roleIds = { admin: 1, staffAdmin: 2, staff: 3, craftsman: 4, operator: 5, resident: 6 } as const
export type RoleId = (typeof roleIds)[keyof typeof roleIds]

/**
 * A question about an actor that both sides can ask: the server to refuse, the page to hide. `kinds` are all who may hear yes: the handler
 * of an endpoint is given one of these.
 */
export interface Allows<K extends Kind = Kind> {
  (actor: Actor): boolean
  readonly kinds: readonly K[]
}

/** Those of some kinds of whom something more is true. */
export const onlyIf = <const K extends Kind>(kinds: readonly K[], isTrueOf: (actor: Of<K>) => boolean): Allows<K> => {
  const isOne = (actor: Actor): actor is Of<K> => kinds.some(kind => kind === actor.kind)
  return Object.assign((actor: Actor) => isOne(actor) && isTrueOf(actor), { kinds })
}
export const only = <const K extends Kind>(...kinds: readonly K[]): Allows<K> => onlyIf(kinds, () => true)

export const anyone = only('guest', 'admin', 'operator', 'staffAdmin', 'staff', 'craftsman', 'resident')
/** Roles 1, 2, 3: the client company's own people and the platform admin. */
export const isStaff = only('admin', 'staffAdmin', 'staff')
/** Roles 1, 2, 3, 5. */
export const isOffice = only('admin', 'staffAdmin', 'staff', 'operator')
/** Roles 1 to 5. */
export const isWorker = only('admin', 'staffAdmin', 'staff', 'operator', 'craftsman')
