import { formatDayLong } from '@toguchi/domain/calendar/day'
import { fileKindLabel } from '@toguchi/domain/documents/file-kinds'
import type { ReactNode } from 'react'
import { paths } from '../../site/paths.ts'
import { Glyph } from '../../ui/icons/Glyph.tsx'
import { ButtonLink } from '../../ui/plain/Button.tsx'
import { Title } from '../../ui/plain/Card.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { useFreshLinks } from '../fresh.ts'
import styles from './ResidentFiles.module.css'
import { Stack } from '../parts/Stack.ts'
import { MenuList } from '../parts/MenuList.ts'

interface ResidentFile {
  id: number
  name: string
  url: string
  contentType: string
  bytes: number
  /** Calendar day it was put here. */
  day: string
}

interface Props {
  title: string
  note: ReactNode
  files: readonly ResidentFile[]
  /** Where there are none (G-RES-14). */
  emptyText: string
}

/** Files to read, one large row each; a tap opens the file itself. */
export const ResidentFiles = ({ title, note, files, emptyText }: Props) => {
  useFreshLinks()
  return (
    <Stack>
      <Title>{title}</Title>
      {files.length === 0 ? (
        <Notice>{emptyText}</Notice>
      ) : (
        <>
          <p>
            <Read>{note}</Read>
          </p>
          <MenuList as="ul" className={styles.files}>
            {files.map(({ id, name, url, contentType, bytes, day }) => (
              <li key={id}>
                <a href={url} target="_blank" rel="noreferrer">
                  <Glyph name="file" size={26} />
                  <span>
                    <strong>
                      <Read>{name}</Read>
                    </strong>
                    <small>
                      <Read>{`${fileKindLabel(contentType)}・${sizeText(bytes)}・${formatDayLong(day)}`}</Read>
                    </small>
                  </span>
                </a>
              </li>
            ))}
          </MenuList>
        </>
      )}
      <ButtonLink kind="secondary" wide to={paths.resident_top()}>
        トップへ戻る
      </ButtonLink>
    </Stack>
  )
}

/** Large enough to warn who pays for each megabyte: 「約0.3MB」 */
const sizeText = (bytes: number): string => `約${Math.max(0.1, bytes / 1024 / 1024).toFixed(1)}MB`
