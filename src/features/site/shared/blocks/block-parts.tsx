import { createContext, type ReactNode, useContext } from 'react'
import { Photo } from '@/shared/ui/photo/photo'
import type { PhotoFacts } from '@/shared/ui/photo/photo-facts'
import { SiteLink } from '../site-link'
import site from '../site.module.css'

export type Button = { label?: string | undefined; link?: string | undefined }

export type WordsProps = {
  /** The place in the block: `title`, `people.0.name`. */
  at: string
  text: string | undefined
  as: 'h1' | 'h2' | 'h3' | 'p' | 'span' | 'figcaption'
  className?: string | undefined
  id?: string | undefined
  /** Shown while nobody wrote anything: facts of the company, never a promise. */
  usual?: string
  /** What could stand here, for whoever writes the page. */
  hint: string
  /** Paragraphs. */
  isLong?: boolean
}

export type PictureProps = {
  at: string
  photo: PhotoFacts | undefined
  sizes: string
  isFirst?: boolean
  className?: string | undefined
  /** Shown while there is no photograph. */
  children?: ReactNode
}

/** How the parts of blocks are shown. The office replaces them by parts that can be written in (editor/). */
export type BlockParts = {
  /** Empty parts are shown, so that they can be filled. */
  isEdited: boolean
  Words: (props: WordsProps) => ReactNode
  Picture: (props: PictureProps) => ReactNode
  Buttons: (props: { at: string; buttons: readonly Button[] }) => ReactNode
  /** One of several: a person, a picture, a step. */
  Entry: (props: { list: string; place: number; what: string; children: ReactNode }) => ReactNode
  /** Stands behind the entries. */
  More: (props: { list: string; label: string }) => ReactNode
}

function Words({ text, as: Tag, className = '', id, usual = '', isLong }: WordsProps) {
  const shown = text?.trim() || usual
  if (!shown) return null
  if (!isLong)
    return (
      <Tag className={className} id={id}>
        {shown}
      </Tag>
    )
  return (
    <div className={className} id={id}>
      {shown.split(/\n\s*\n/).map((paragraph, place) => (
        <p key={place}>{paragraph.trim()}</p>
      ))}
    </div>
  )
}

const isWhole = ({ label, link }: Button): boolean => Boolean(label?.trim() && link)

/** Buttons with a label and an address; the first one is the stronger one. */
function Buttons({ buttons }: { buttons: readonly Button[] }) {
  const whole = buttons.filter(isWhole)
  if (whole.length === 0) return null
  return (
    <div className={site.row}>
      {whole.map(({ label, link = '' }, place) => {
        const look = place === 0 ? site.button : site.plain
        return link.startsWith('/') ? (
          <SiteLink key={place} to={link} className={look}>
            {label}
          </SiteLink>
        ) : (
          <a key={place} href={link} className={look} rel="noopener noreferrer">
            {label}
          </a>
        )
      })}
    </div>
  )
}

const shownParts: BlockParts = {
  isEdited: false,
  Words,
  Picture: ({ photo, children, ...props }) => (photo ? <Photo photo={photo} {...props} /> : (children ?? null)),
  Buttons,
  Entry: ({ children }) => children,
  More: () => null,
}

export const BlockPartsContext = createContext<BlockParts>(shownParts)
export const useBlockParts = (): BlockParts => useContext(BlockPartsContext)
