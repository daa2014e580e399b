import type { ReactNode } from 'react'
import type { Block, BlockKind, BlockOf } from '@/shared/domain/web/site-blocks'
import type { PhotoFacts } from '@/shared/ui/photo/photo-facts'
import type { PageFacts, PublicService } from '../api/site.query'
import site from '../site.module.css'
import { useBlockParts } from './block-parts'

export type BlockProps<Kind extends BlockKind = BlockKind> = {
  block: BlockOf<Kind>
  facts: PageFacts
  /** Every service is shown, under its category. */
  isWhole: boolean
  /** It is the first block of the page. */
  isFirst: boolean
}

export type OneBlockProps = Omit<BlockProps, 'block'> & { block: Block }

/** The photograph of that id. */
export const photoOf = ({ photos }: PageFacts, id: string | undefined): PhotoFacts | undefined =>
  photos.find((photo) => photo.id === id)

/** The services that a block names, in its order; all of them when it names none. */
export const chosenOf = ({ services }: PageFacts, slugs: readonly string[] | undefined): PublicService[] =>
  slugs?.length ? slugs.flatMap((slug) => services.find((service) => service.slug === slug) ?? []) : services

/** The heading of a block, its text below it. The first block of a page has the heading of the page. */
export function Head({
  block,
  isFirst,
  usual = '',
  beside = null,
}: {
  block: { id: string; title?: string | undefined; body?: string | undefined }
  isFirst: boolean
  usual?: string
  beside?: ReactNode
}) {
  const { Words, isEdited } = useBlockParts()
  return (
    <div className={site.headed}>
      <div>
        <Words
          at="title"
          text={block.title}
          as={isFirst ? 'h1' : 'h2'}
          className={isFirst ? site.display : site.title}
          id={block.id}
          usual={usual}
          hint="Heading"
        />
        {isEdited || block.body?.trim() ? (
          <Words at="body" text={block.body} as="p" className={site.lead} hint="A few sentences" isLong />
        ) : null}
      </div>
      {beside}
    </div>
  )
}

/** A part of the page under its heading. */
export const Section = ({
  id,
  children,
  look = '',
}: {
  id: string
  children: ReactNode
  look?: string | undefined
}) => (
  <section className={`${site.inside} ${site.section} ${look}`} aria-labelledby={id}>
    {children}
  </section>
)
