import { q } from '../platform/api/api.ts'

/** The construction that a page's documents belong to. */
export const constructionOf = (id: number) => q('GET /api/constructions/:id', { params: { id } })

/** 「グランドメゾン青葉台」 and the name of the works beside it. */
export const constructionHead = (construction: { building_name: string; name: string | null } | undefined): string =>
  construction === undefined ? '' : `${construction.building_name}　${construction.name ?? ''}`
