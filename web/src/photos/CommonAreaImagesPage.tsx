import { canCreateConstructions } from '@toguchi/domain/constructions/policy'
import { dedupePlaces } from '@toguchi/domain/photos/dedupe-places'
import { photoTimings } from '@toguchi/domain/photos/labels'
import { canTakePhotos } from '@toguchi/domain/photos/policy'
import { placePosition } from '@toguchi/domain/photos/required-photos'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { useActor } from '../platform/session/actor.ts'
import { type AnswerOf, q, queryClient } from '../platform/api/api.ts'
import { linkRenewal } from '../platform/link-renewal.ts'
import { useHandInTicket } from '../platform/outbox/use-hand-in-ticket.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { PhotoMatrix } from './PhotoMatrix.tsx'
import type { Slot } from './slots/SlotView.tsx'
import { commonAlbum } from './upload-photo.ts'

const constructionOf = (id: number) => q('GET /api/constructions/:id', { params: { id } })
const photosOf = (construction_id: number) =>
  q('GET /api/constructions/:construction_id/common_area_images', { params: { construction_id } }, { silent: true })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = Number(params.construction_id)
  return Promise.all([queryClient.ensureQueryData(constructionOf(id)), queryClient.ensureQueryData(photosOf(id))])
}

type Construction = AnswerOf<'GET /api/constructions/:id'>['construction']

/** A slot for every timing that a common place asks for (G-PHO-06); none while common photos are switched off. */
const slotsOf = ({ use_common_photo, common_photography_places }: Construction): Slot[] =>
  use_common_photo
    ? dedupePlaces(common_photography_places).flatMap(place =>
        photoTimings.flatMap(timing =>
          place[timing] ? [{ position: placePosition(place.id), place_name: place.name, timing, remarks: place.remarks }] : [],
        ),
      )
    : []

/** Photos of what belongs to the whole building: entrance, risers, roof; by place and stage of the work. */
export const CommonAreaImagesPage = () => {
  const id = Number(useParams().construction_id)
  const actor = useActor()
  useHandInTicket(actor.kind === 'craftsman' ? id : null)
  const construction = useQuery(constructionOf(id)).data?.construction
  const photos = useQuery({ ...photosOf(id), refetchInterval: linkRenewal }).data?.common_area_images
  usePageTitle(construction === undefined ? null : `${construction.building_name} 共用部写真`)
  if (construction === undefined || photos === undefined) return null
  const slots = slotsOf(construction)
  return (
    <>
      <PageHead title="共用部写真" note={`${construction.building_name}　${construction.name ?? ''}`} />
      <Section title="撮影箇所" name="common_area_images">
        {slots.length === 0 ? <Nothing construction={construction} /> : null}
        {slots.length === 0 && photos.length === 0 ? null : (
          <PhotoMatrix
            key={id}
            album={commonAlbum(id, construction.building_name)}
            photos={photos}
            slots={slots}
            readOnly={!canTakePhotos(actor)}
            hasBoards={construction.use_electronic_signboard}
            emptyText=""
          />
        )}
      </Section>
    </>
  )
}

const Nothing = ({ construction: { id, use_common_photo } }: { construction: Construction }) => {
  const mayEdit = canCreateConstructions(useActor())
  return (
    <EmptyState
      title={use_common_photo ? '共用部の撮影箇所が登録されていません。' : 'この工事では共用部の撮影を行わない設定です。'}
      text={mayEdit ? '撮影箇所を登録すると、箇所と時期ごとに写真を残せます。' : '撮影箇所が登録されると、ここから撮影できます。'}
      action={
        mayEdit ? (
          <ButtonLink to={`${paths.construction_edit(id)}?form_type=photography_places`} icon="edit" kind="primary">
            撮影箇所を登録する
          </ButtonLink>
        ) : undefined
      }
    />
  )
}
