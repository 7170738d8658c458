import type { z } from 'zod'
import type { Allows, Kind } from '../access/actor.ts'

/** zod's core type: bounding generics by it costs a quarter of the types that `z.ZodType` costs. */
export type Schema = z.core.$ZodType

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** How much a multipart body may bring beside its one file; what is not said is the house's usual (`server/src/platform/http/uploads.ts`). */
export interface UploadLimits {
  /** Fields at most; 30 unless said. */
  fields?: number
  /** Bytes of fields that may be larger than the usual 64 kB, by their Rails name: a drawn signature. */
  fieldBytes?: Readonly<Record<string, number>>
}

/**
 * One endpoint, as data. Its key in the contract is its name: `'PATCH /api/suppliers/:id'`.
 * The server mounts it, the browser calls it by its key; neither knows anything that is not written here.
 * Path parameters follow from the key: `:id` and `:…_id` are numbers (a malformed one is a 404), others are text.
 */
export interface Endpoint {
  /** Who may knock at all. Which rows they may touch is the query's `reach`. */
  access: Allows
  /** `client` (the default): runs with the client set, inside row-level security. `platform`: no client (D-13). */
  scope?: 'client' | 'platform'
  /** Sign-in strategies whose tokens count here; a token of another is worth nothing (D-14). Absent: all of them. */
  strategies?: readonly ('user' | 'resident' | 'admin' | 'operator')[]
  /** Answers also while a mailed first password has not been replaced (G-CRA-09): what is needed to replace it. */
  beforePasswordChange?: true
  /**
   * A read that need not show what others wrote in the last seconds: for the office it may be answered by a copy of the database that follows
   * (decision 105). One's own writes it shows all the same. Not for what is told live, nor for what is being edited, paid or signed in.
   */
  mayLag?: true
  /** A read that tells the caller of work done for them: what that work wrote is theirs to see as their own writes are. */
  tellsOfWork?: true
  query?: Schema
  body?: Schema
  /** The body may come as multipart with Rails names (G-API-09); its file reaches the handler in `files`. */
  upload?: true | UploadLimits
  /** The body may come as application/x-www-form-urlencoded too: what some clients of the token protocol sign in with (D-39). */
  formBody?: true
  /**
   * The handler opens its transactions itself, because it talks to another service or waits for a file to be read between them; `db` is
   * bound to no client.
   */
  ownTransactions?: true
  /** The body is taken as the bytes that came, of whatever type: somebody else signed them. */
  rawBody?: true
  response: Schema
  /** Status of success; 200 unless said. */
  status?: 201 | 202
  /** Japanese names of the body's fields for full_messages, keyed as errors are: `name`, `supplier_staffs[].name`. */
  labels?: Readonly<Record<string, string>>
}

export type OperationKey = `${Method} /${string}`
export type Contract = Record<OperationKey, Endpoint>

/** Keeps the literal types of a slice's endpoints. */
export const contract = <const C extends Contract>(endpoints: C): C => endpoints

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
type ParamValue<Name extends string> = Name extends 'id' | `${string}_id` ? number : string

/** The path parameters of an operation, from its key alone. */
export type ParamsOf<K extends string> = { [Name in ParamNames<K>]: ParamValue<Name> }
export type QueryOf<E> = E extends { query: infer Q extends Schema } ? z.output<Q> : undefined
/** Whom the endpoint lets in. */
export type KindsOf<E> = E extends { access: Allows<infer K> } ? K : Kind
export type BodyOf<E> = E extends { body: infer B extends Schema } ? z.output<B> : undefined
export type ResponseOf<E> = E extends { response: infer R extends Schema } ? z.output<R> : never

/** What a caller sends: the schemas' input side. */
export type QueryInputOf<E> = E extends { query: infer Q extends Schema } ? z.input<Q> : undefined
export type BodyInputOf<E> = E extends { body: infer B extends Schema } ? z.input<B> : undefined
