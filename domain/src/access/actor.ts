/** Who is calling. Built once per request from the session; never from the request body. */
export type Actor =
  | { kind: 'guest'; clientId: null }
  | { kind: 'admin'; id: number; clientId: number | null }
  | { kind: 'operator'; id: number; clientId: number | null }
  | { kind: 'staffAdmin'; id: number; clientId: number }
  | { kind: 'staff'; id: number; clientId: number; canRegisterStaff: boolean }
  | { kind: 'craftsman'; id: number; clientId: number; contractorId: number; primaryContractorId: number | null }
  | { kind: 'resident'; id: number; clientId: number; constructionId: number; roomId: number }

export type Kind = Actor['kind']

/** An actor inside a client: what every handler of tenant data is given. */
export type ClientActor = Exclude<Actor, { kind: 'guest' }> & { clientId: number }

/** A question about an actor that both sides can ask: the server to refuse, the page to hide. */
export type Allows = (actor: Actor) => boolean

/** Role ids of the specification, section 6. */
export const roleIds = { admin: 1, staffAdmin: 2, staff: 3, craftsman: 4, operator: 5, resident: 6 } as const
export type RoleId = (typeof roleIds)[keyof typeof roleIds]

export const only =
  (...kinds: Kind[]): Allows =>
  actor =>
    kinds.includes(actor.kind)

export const anyone: Allows = () => true
/** Roles 1, 2, 3: the client company's own people and the platform admin. */
export const isStaff = only('admin', 'staffAdmin', 'staff')
/** Roles 1, 2, 3, 5. */
export const isOffice = only('admin', 'staffAdmin', 'staff', 'operator')
/** Roles 1 to 5. */
export const isWorker = only('admin', 'staffAdmin', 'staff', 'operator', 'craftsman')
